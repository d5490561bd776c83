/** A remote value arrives while somebody is in its field, and is typed over. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'

import { db } from '../../data/device/db.ts'
import { env, openDevice, shownPrincipal } from '../../data/device/device.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { edit } from '../../data/sync/write/edit.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { field, openBuilder } from '../testBuilder.tsx'

beforeAll(openDevice)
beforeEach(() => db.problems.clear())
afterEach(cleanup)

/** Another tab stores a value. */
async function typeElsewhere(kind: Kind, id: string, kit: string, cells: Record<string, Json>) {
  await edit(env, [{ kind, id, kit, cells }], { principal: shownPrincipal() })
}

async function offered() {
  await settled()
  const problems = await db.problems.toArray()
  return problems
    .map(({ cell, value, code }) => `${code} ${cell} ${JSON.stringify(value)}`)
    .toSorted()
}

test('a name that came while its field had the focus is offered once it is typed over', async () => {
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Rags' })
  await openBuilder(buildId)
  const input = await field('Part name, line 1')
  await userEvent.click(input)
  await typeElsewhere('line', lineIds[0] ?? '', kitId, { name: 'Towels' })
  await userEvent.clear(input)
  await userEvent.type(input, 'Wipes')
  expect(await offered()).toEqual(['overwritten name "Towels"'])
  expect((await readBuild(kitId, buildId)).kit.lines[0]?.name).toBe('Wipes')
})

test('so are prices, names and notes of kits', async () => {
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Rags', price: 100 })
  await openBuilder(buildId)
  await userEvent.click(await field('Unit price in dollars, line 1'))
  await typeElsewhere('line', lineIds[0] ?? '', kitId, { price: 250 })
  await userEvent.type(await field('Unit price in dollars, line 1'), '7')
  await userEvent.click(screen.getByLabelText('Kit Name'))
  await typeElsewhere('kit', kitId, kitId, { name: 'Oil' })
  await userEvent.type(screen.getByLabelText('Kit Name'), 'Brakes')
  await userEvent.click(screen.getByLabelText(/^Notes/))
  await typeElsewhere('kit', kitId, kitId, { notes: '30 Nm' })
  await userEvent.type(screen.getByLabelText(/^Notes/), '40 Nm')
  expect(await offered()).toEqual([
    'overwritten name "Oil"',
    'overwritten notes "30 Nm"',
    'overwritten price 250',
  ])
})

test('what is typed without a word of the focus is not formatted between two keys', async () => {
  const { buildId } = await storeBuild({ name: 'Rags', price: 100 })
  await openBuilder(buildId)
  const input = await field('Unit price in dollars, line 1')
  fireEvent.input(input, { target: { value: '391' } })
  // The store has it.
  expect((await screen.findAllByText('$391.00')).length).toBeGreaterThan(0)
  expect(input.value).toBe('391')
})

test('of what comes between two keys nothing is lost either', async () => {
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Rags' })
  await openBuilder(buildId)
  const input = await field('Part name, line 1')
  await userEvent.type(input, ', blue')
  await settled()
  await typeElsewhere('line', lineIds[0] ?? '', kitId, { name: 'Towels' })
  await userEvent.type(input, ' ones')
  expect(await offered()).toEqual(['overwritten name "Towels"'])
})

test('what a person saw and types over is offered to nobody, also not while the store is behind', async () => {
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Rags' })
  await openBuilder(buildId)
  const input = await field('Part name, line 1')
  await typeElsewhere('line', lineIds[0] ?? '', kitId, { name: 'Towels' })
  await screen.findByDisplayValue('Towels')
  await userEvent.type(input, ', blue')
  await userEvent.click(await field('Unit price in dollars, line 1'))
  await userEvent.type(await field('Unit price in dollars, line 1'), '12.5')
  await userEvent.click(input)
  await userEvent.type(input, '!')
  expect(await offered()).toEqual([])
})
