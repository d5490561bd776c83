/** A quantity with a unit or a fraction stays as text, and no sum counts it as one. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { sumWords } from '#shared/kinds/priceSum.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { sumOf } from '../../data/kits/open/sumOf.ts'
import { openDevice } from '../../data/device/device.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { field, openBuilder } from '../testBuilder.tsx'

beforeEach(openDevice)
afterEach(async () => {
  cleanup()
  await settled()
})

test('the total says how many quantities it does not know, until they are numbers', async () => {
  const { kitId, buildId } = await storeBuild({ name: 'Rags', price: 100 })
  await openBuilder(buildId)
  const clipboardData = new DataTransfer()
  const rows = [
    'Part\tQty\tPrice',
    'Engine oil\t6.5 L\t9.80',
    'Hose\t0.5\t6.00',
    'Bolt\t2 ea.\t3.00',
  ]
  clipboardData.setData('text/plain', rows.join('\n'))
  fireEvent.paste(await screen.findByLabelText('Part name, new line'), { clipboardData })
  const total = (text: string) =>
    screen.findByText((_, element) => element?.tagName === 'B' && element.textContent === text)
  await total('$7.00 + 2 of unknown quantity')
  expect((await field('Quantity, line 2')).value).toBe('6.5 L')
  // On the page of a kit that was never saved, and on its list.
  await settled()
  const build = await readBuild(kitId, buildId)
  expect(sumWords(sumOf(build, build.shared))).toBe('$7.00 + 2 of unknown quantity')
  await userEvent.clear(await field('Quantity, line 2'))
  await userEvent.type(await field('Quantity, line 2'), '7')
  await total('$75.60 + 1 of unknown quantity')
  expect(screen.getByText('4 parts')).toBeTruthy()
  await userEvent.clear(await field('Quantity, line 3'))
  await userEvent.type(await field('Quantity, line 3'), '1')
  await screen.findByText('4 parts, 11 pieces')
})
