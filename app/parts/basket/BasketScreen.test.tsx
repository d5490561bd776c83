import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'

import { db } from '../../data/device/db.ts'
import { openDevice } from '../../data/device/device.ts'
import { useSync } from '../../data/device/syncState.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { BasketScreen } from './BasketScreen.tsx'
import { recorded } from '../../testRecorded.ts'
import { json, stubApi } from '../../testApi.ts'

beforeEach(async () => {
  await openDevice()
  await db.parts.clear()
})
afterEach(() => {
  cleanup()
  act(() => useSync.setState({ isOnline: true }))
})

async function show(kit: Record<string, Json> = {}) {
  const { buildId, kitId } = await storeBuild({
    name: 'Oil filter',
    manufacturer: 'Sample Filters',
    partNumber: 'SF 719/45',
  })
  if (Object.keys(kit).length > 0) setCells('kit', kitId, kitId, kit)
  await settled()
  render(
    <MemoryRouter>
      <BasketScreen id={buildId} />
    </MemoryRouter>,
  )
}

interface Answer {
  parts: [{ prices: [object] }]
  merchants: [object]
}

test('a device that has no prices says that, and nothing of what merchants have', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  useSync.setState({ isOnline: false })
  await show()
  await screen.findByText('No signal. This device has no prices yet.')
  await screen.findByRole('heading', { name: 'No prices for 1 part' })
  screen.getByText('no prices here yet')
  screen.getByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/No merchant|catalogue/)).toBeNull()
})

test('of a shop that does not say what shipping costs no parcel is free', async () => {
  offer('Shop mute', 900, null)
  await show()
  const total = await screen.findByRole('status', { name: 'Total' })
  expect(total.textContent).toContain('$9.00 + shipping')
  screen.getByText('+ shipping, which Shop mute does not say')
  expect(screen.queryByText(/free shipping/i)).toBeNull()
})

/** One shop with an offer and its shipping; null for unknown. */
function offer(merchant: string, base: number, shipping: number | null) {
  const answer = recorded<Answer>('POST /api/parts/offers')
  const [part] = answer.parts
  const [price] = part.prices
  const cents = { base, promo: null, shipping, tax: null, core: null }
  const asked = { merchantId: '1', merchant, cents, totalPrice: base / 100, asOf: Date.now() }
  const known = { partNumber: 'SF 719/45', brand: 'Sample Filters', name: 'Oil filter' }
  const parts = [{ ...part, ...known, prices: [{ ...price, ...asked }] }]
  const terms = { shippingCents: shipping, freeShippingFromCents: null }
  const merchants = [{ ...answer.merchants[0], id: '1', name: merchant, ...terms }]
  stubApi({ 'POST /api/parts/offers': () => json(200, { parts, merchants }) })
}
const offerDollars = () => offer('Shop one', 1_000, 0)
const inKitCurrency = () => screen.findByRole('group', { name: 'In the currency of the kit' })

describe('the basket of a kit in another currency', () => {
  test('is in dollars as the shops ask, and counted in euros only by a rate that is given', async () => {
    offerDollars()
    await show({ currency: 'EUR' })
    const total = await screen.findByRole('status', { name: 'Total' })
    expect(total.textContent).toContain('$10.00')
    const group = await inKitCurrency()
    // Even if the shop's euros were converted by somebody's rate.
    expect(group.textContent).toContain(
      'The basket is counted in US dollars: this kit is in EUR and has no rate for them.',
    )
    expect(document.body.textContent).not.toContain('€')
    await userEvent.click(within(group).getByRole('button', { name: 'Give a rate' }))
    await userEvent.type(within(group).getByRole('textbox', { name: '1 USD in EUR' }), 'abc')
    await userEvent.click(within(group).getByRole('button', { name: 'Count by this rate' }))
    within(group).getByRole('alert')
    const field = within(group).getByRole('textbox', { name: '1 USD in EUR' })
    await userEvent.clear(field)
    await userEvent.type(field, '0.9')
    await userEvent.click(within(group).getByRole('button', { name: 'Count by this rate' }))
    await within(group).findByText('€9.00')
    expect(group.textContent).toMatch(/\(\$10\.00 at 0\.9, .+\)/)
    expect(total.textContent).toContain('$10.00')
  })

  test('is counted by the rate that stands in the kit, with its day', async () => {
    offerDollars()
    await show({ currency: 'JPY', rates: { USDJPY: ['150.5', '2025-11-24'] } })
    const group = await inKitCurrency()
    expect(group.textContent).toContain('¥1,505 ($10.00 at 150.5, Nov 24, 2025)')
  })

  test('is not spoken of where the kit is in dollars', async () => {
    offerDollars()
    await show()
    await screen.findByRole('status', { name: 'Total' })
    expect(screen.queryByRole('group', { name: 'In the currency of the kit' })).toBeNull()
  })
})

test('that a part is in no catalogue is said once the server has answered', async () => {
  const answer = { parts: [null, null], merchants: [] }
  stubApi({ 'POST /api/parts/offers': () => json(200, answer) })
  await show()
  await screen.findByText(
    'Not in the catalogue. Part number and manufacturer have to be those of the catalogue.',
  )
  await screen.findByRole('heading', { name: 'No offers for 1 part' })
  screen.getByText('not in the catalogue')
})
