import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { readBuild } from '../../data/kits/open/builds.ts'
import { env, openDevice } from '../../data/device/device.ts'
import { edit } from '../../data/sync/write/edit.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { decideConsent, useConsent } from '../../data/telemetry/consent.ts'
import { keepTracked } from '../../data/telemetry/track.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { field, openBuilder } from '../testBuilder.tsx'

let buildId = ''
let kitId = ''
let lineId = ''

beforeEach(async () => {
  await openDevice()
  const made = await storeBuild({ name: 'Oil filter', price: 1149 })
  ;({ buildId, kitId } = made)
  lineId = made.lineIds[0] ?? ''
  await openBuilder(buildId)
})

afterEach(async () => {
  cleanup()
  await settled()
})

const stored = async () => {
  await settled()
  return (await readBuild(kitId, buildId)).kit
}
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('typing is undone and done again, in the field that has the focus too', async () => {
  const name = await field('Part name, line 1')
  await userEvent.type(name, ' 5W-40')
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(name.value).toBe('Oil filter'))
  expect((await stored()).lines[0]?.name).toBe('Oil filter')
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await waitFor(() => expect(name.value).toBe('Oil filter 5W-40'))
  await waitFor(async () => expect((await stored()).lines[0]?.name).toBe('Oil filter 5W-40'))
})

test('the buttons say what they undo, and a removed line comes back', async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Oil filter' }))
  await waitFor(async () => expect((await stored()).lines).toEqual([]))
  await press(/^Undo: Removal of line 1$/)
  await waitFor(async () => expect((await stored()).lines).toMatchObject([{ name: 'Oil filter' }]))
  expect(await screen.findByText('Undone: Removal of line 1.')).toBeTruthy()
  await press(/^Redo/)
  await waitFor(async () => expect((await stored()).lines).toEqual([]))
})

test('a new line, the kit name and the notes are undone one after the other', async () => {
  await userEvent.type(await field('Part name, new line'), 'Funnel')
  await userEvent.type(await field('Kit Name'), 'Spring')
  // As one change: slow typing is undone in pieces.
  await userEvent.click(await field('Notes (Optional)'))
  fireEvent.change(await field('Notes (Optional)'), { target: { value: 'Warm' } })
  await press(/^Undo: Notes$/)
  await waitFor(async () => expect(await stored()).toMatchObject({ notes: '', name: 'Spring' }))
  await press(/^Undo: Kit name$/)
  await waitFor(async () => expect(await stored()).toMatchObject({ name: '' }))
  await press(/^Undo: New line$/)
  await waitFor(async () => expect((await stored()).lines).toHaveLength(1))
})

test('the vehicle that is offered counts as chosen, and is undone', async () => {
  const counted = vi.fn()
  useConsent.setState({ isCounted: true })
  decideConsent(true)
  keepTracked(counted)
  await userEvent.click(screen.getByRole('button', { name: 'Try 2008 Audi S4' }))
  const chosen = { name: 'vehicle_selected', year: 2008, make: 'Audi', model: 'S4' }
  expect(counted.mock.calls).toMatchObject([[chosen]])
  keepTracked(null)
  decideConsent(false)
  await waitFor(async () => expect((await stored()).vehicle).toMatchObject({ make: 'Audi' }))
  await press(/^Undo: Vehicle$/)
  await waitFor(async () => expect((await stored()).vehicle).toBeNull())
})

test('the VIN goes with the vehicle that is cleared, and both come back', async () => {
  const S4 = { year: 2008, make: 'Audi', model: 'S4' }
  const car = async () => {
    await settled()
    const { kit, vin } = await readBuild(kitId, buildId)
    return { vehicle: kit.vehicle, vin }
  }
  setCells('kit', kitId, kitId, { vehicle: S4, vin: 'WAUGL78E78A123456' })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear vehicle' }))
  await waitFor(async () => expect(await car()).toEqual({ vehicle: null, vin: '' }))
  await press(/^Undo: Vehicle$/)
  await waitFor(async () => expect(await car()).toEqual({ vehicle: S4, vin: 'WAUGL78E78A123456' }))
  await press(/^Redo: Vehicle$/)
  await waitFor(async () => expect(await car()).toEqual({ vehicle: null, vin: '' }))
})

test('what was written elsewhere since is left alone, and that is said', async () => {
  const price = await field('Unit price in dollars, line 1')
  await userEvent.clear(price)
  await userEvent.type(price, '12.50')
  await userEvent.tab()
  await settled()
  // Another tab writes, past this page's write path.
  await edit(env, [{ kind: 'line', id: lineId, kit: kitId, cells: { price: 999 } }])
  await waitFor(() => expect(price.value).toBe('9.99'))
  await waitFor(async () => {
    // Pressed again only while it is there.
    await userEvent.click(screen.getByRole('button', { name: /^Undo: Unit price/ }))
    expect(useToasts.getState().shown?.title).toBe('Not undone')
  })
  expect(useToasts.getState().shown?.text).toBe(
    'Unit price, line 1: changed somewhere else since, so it was left as it is.',
  )
  expect((await stored()).lines[0]?.price).toBe(999)
})

test('the currency of a kit that was in dollars is undone', async () => {
  setCells('kit', kitId, kitId, { currency: 'CHF' })
  await waitFor(async () => expect((await stored()).currency).toBe('CHF'))
  await press(/^Undo: /)
  await waitFor(async () => expect((await stored()).currency).toBeUndefined())
})
