import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Build } from '../../data/kits/open/builds.ts'

import { until } from '#shared/testPatience.ts'
import { db } from '../../data/device/db.ts'
import { openDevice } from '../../data/device/device.ts'
import { useSync } from '../../data/device/syncState.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { HOUR_MS, knowPart } from '../../data/prices/testKnown.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { CataloguePrices } from './CataloguePrices.tsx'

beforeEach(async () => {
  await openDevice()
  await db.parts.clear()
})
afterEach(async () => {
  cleanup()
  await settled()
  vi.unstubAllGlobals()
  useToasts.setState({ shown: null, next: null })
  act(() => useSync.setState({ isOnline: true }))
})

let build: Build

async function show(kitId: string, changes: Partial<Build> = {}, canTake = true) {
  build = { ...(await readBuild(kitId, '')), ...changes }
  const view = (
    <MemoryRouter>
      <CataloguePrices build={build} canTake={canTake} />
    </MemoryRouter>
  )
  render(view)
  await userEvent.click(screen.getByRole('button', { name: 'Show catalogue prices' }))
}

const row = async (name: string) => {
  const all = await screen.findAllByRole('listitem')
  return within(all.find(({ textContent }) => textContent.includes(name)) ?? document.body)
}
const pricesOf = async () => (await readBuild(build.kit.id, '')).kit.lines.map(({ price }) => price)

const LINES = [
  { name: 'Oil filter', manufacturer: 'Tester', partNumber: 'A1', price: null },
  { name: 'Drain plug', manufacturer: 'Tester', partNumber: 'A2', price: null, qty: 2 },
  { name: 'Spark plug', manufacturer: 'Tester', partNumber: 'A3', price: 1_000 },
]

test('a line says what its part costs in all, at whom, and how old that is', async () => {
  await knowPart('A1', { base: 1_149, shipping: 699, merchant: 'Parts East' })
  const { kitId } = await storeBuild(LINES[0]!)
  await show(kitId)
  const line = await row('Oil filter')
  await line.findByText(/^from/)
  expect(line.getByText(/^from/).textContent).toContain('from $18.48 at Parts East, 3 h ago')
  line.getByText('$11.49 + $6.99 shipping')
  line.getByRole('button', { name: 'Use $11.49 for Oil filter' })
})

test('one press takes all prices but typed ones, and one takes that back', async () => {
  await knowPart('A1', { base: 1_149 })
  await knowPart('A2', { base: 625 })
  await knowPart('A3', { base: 900 })
  const { kitId } = await storeBuild(...LINES)
  await show(kitId)
  const all = await screen.findByRole('button', { name: 'Use 2 catalogue prices' })
  screen.getByText('The kit then: $33.99')
  ;(await row('Spark plug')).getByText('typed price $10.00')
  await userEvent.click(all)
  await settled()
  expect(await pricesOf()).toEqual([1_149, 625, 1_000])
  act(() => useToasts.getState().shown?.action?.onPress())
  await until(async () => expect(await pricesOf()).toEqual([null, null, 1_000]))
})

test('the offer that is the best for all pieces of the line is taken, and its shipping is said', async () => {
  const [east, west] = ['Parts East', 'Parts West']
  await knowPart(
    'A1',
    { base: 1_000, shipping: 0, merchant: east },
    { base: 800, shipping: 600, merchant: west },
  )
  const { kitId } = await storeBuild({ ...LINES[0]!, qty: 9 })
  await show(kitId)
  const line = await row('Oil filter')
  await line.findByText(/^from/)
  expect(line.getByText(/^from/).textContent).toContain('from $78.00 for 9 at Parts West, 3 h ago')
  line.getByText('9 × $8.00 + $6.00 shipping')
  await userEvent.click(screen.getByRole('button', { name: 'Use 1 catalogue price' }))
  await settled()
  expect(await pricesOf()).toEqual([800])
})

test('a typed price gives way to one that is chosen, by line or for all', async () => {
  await knowPart('A1', { base: 1_149 })
  await knowPart('A3', { base: 900 })
  const { kitId } = await storeBuild(LINES[0]!, LINES[2]!)
  await show(kitId)
  await screen.findByRole('button', { name: 'Use 1 catalogue price' })
  await userEvent.click(screen.getByRole('checkbox', { name: /^Also replace prices you have/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Use 2 catalogue prices' }))
  await settled()
  expect(await pricesOf()).toEqual([1_149, 900])
  cleanup()
  await show(kitId)
  await (await row('Spark plug')).findByText('catalogue price $9.00')
})

test('a price that was typed since is left alone by the undo', async () => {
  await knowPart('A1', { base: 1_149 })
  const { kitId, lineIds } = await storeBuild(LINES[0]!)
  await show(kitId)
  await userEvent.click(await screen.findByRole('button', { name: 'Use $11.49 for Oil filter' }))
  setCells('line', lineIds[0]!, kitId, { price: 777 })
  await settled()
  useToasts.getState().shown?.action?.onPress()
  await settled()
  expect(await pricesOf()).toEqual([777])
})

test('what is cheaper than when the kit was saved is said, with the price of then', async () => {
  await knowPart('A1', { base: 1_149, shipping: 0 })
  await knowPart('A2', { base: 500, shipping: null })
  const { kitId } = await storeBuild(
    { ...LINES[0]!, price: 1_500, qty: 2 },
    { ...LINES[1]!, price: 600 },
  )
  await show(kitId, { savedAt: Date.now() })
  // The second one may cost more with its shipping.
  await screen.findByText('1 part is cheaper now: $7.02 less than when it was saved.')
  ;(await row('Oil filter')).getByText('typed price $15.00, as saved')
})

test('without a signal the last prices stand with their age, and nothing is said of today', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  useSync.setState({ isOnline: false })
  await knowPart('A1', { base: 1_149, ageMs: 5 * HOUR_MS })
  await knowPart('A2', { base: 500, ageMs: 90 * HOUR_MS })
  const { kitId } = await storeBuild(...LINES)
  await show(kitId)
  await screen.findByText(/^No signal. These are the prices this device last got/)
  expect((await row('Oil filter')).getByText(/^from/).textContent).toContain('5 h ago')
  // A price of four days ago has expired.
  const old = await row('Drain plug')
  expect(old.getByText('was $10.00 for 2').parentElement?.textContent).toMatch(
    /^was \$10.00 for 2 at Shop 0, /,
  )
  expect(old.queryByRole('button')).toBeNull()
  ;(await row('Spark plug')).getByText('no prices here yet')
})

test('who may not change the kit reads the prices and has nothing to press', async () => {
  await knowPart('A1', { base: 1_149 })
  const { kitId } = await storeBuild(...LINES)
  await show(kitId, {}, false)
  await (await row('Oil filter')).findByText(/^from/)
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('what it says is one sentence until somebody asks for more', async () => {
  await knowPart('A1', { base: 1_149 })
  const { kitId } = await storeBuild(...LINES)
  await show(kitId)
  await screen.findByText('1 of 3 parts with a number has a price.')
  await userEvent.click(screen.getByRole('button', { name: 'Hide catalogue prices' }))
  screen.getByText('1 of 3 parts with a number has a price.')
  expect(screen.queryByRole('listitem')).toBeNull()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('a number that no price is known of leads to its page, which helps on', async () => {
  const { kitId } = await storeBuild({
    name: 'Brake pads',
    manufacturer: 'Textar',
    partNumber: '2335001',
    price: null,
  })
  await show(kitId)
  const link = await screen.findByRole('link', { name: 'Brake pads' })
  expect(link.getAttribute('href')).toBe('/product/2335001?brand=Textar')
})
