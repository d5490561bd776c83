import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { db } from '../device/db.ts'
import { openDevice } from '../device/device.ts'
import { useSync } from '../device/syncState.ts'
import { storeBuild } from '../kits/open/testBuild.ts'
import { BasketScreen } from './BasketScreen.tsx'

beforeEach(async () => {
  await openDevice()
  await db.parts.clear()
})
afterEach(() => {
  cleanup()
  act(() => useSync.setState({ isOnline: true }))
})

async function show() {
  const { buildId } = await storeBuild({
    name: 'Oil filter',
    manufacturer: 'Sample Filters',
    partNumber: 'SF 719/45',
  })
  render(
    <MemoryRouter>
      <BasketScreen id={buildId} />
    </MemoryRouter>,
  )
}

test('a device that has no prices says that, and nothing of what merchants have', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
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
  const terms = { historyAllowed: true, shippingCents: null, freeShippingFromCents: null }
  const merchants = [{ id: '1', name: 'Shop mute', isDemo: false, maxAgeMs: 3_600_000, ...terms }]
  const texts = { basePrice: '', promo: '', promoAmount: '', shipping: '', tax: '', coreCharge: '' }
  const about = { id: '1-1', merchantId: '1', merchant: 'Shop mute', availability: '', buyLink: '' }
  const cents = { base: 900, promo: null, shipping: null, tax: null, core: null }
  const prices = [{ ...texts, ...about, cents, totalPrice: 9, asOf: Date.now(), isDemo: false }]
  const known = { partNumber: 'SF 719/45', brand: 'Sample Filters', name: 'Oil filter' }
  const answer = { parts: [{ ...known, isDemo: false, prices }], merchants }
  vi.stubGlobal('fetch', async () => Response.json(answer))
  await show()
  const total = await screen.findByRole('status', { name: 'Total' })
  expect(total.textContent).toContain('$9.00 + shipping')
  screen.getByText('+ shipping, which Shop mute does not say')
  expect(screen.queryByText(/free shipping/i)).toBeNull()
})

test('that a part is in no catalogue is said once the server has answered', async () => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = JSON.stringify({ parts: [null, null], merchants: [] })
  vi.stubGlobal('fetch', async () => new Response(answer, { headers }))
  await show()
  await screen.findByText(
    'Not in the catalogue. Part number and manufacturer have to be those of the catalogue.',
  )
  await screen.findByRole('heading', { name: 'No offers for 1 part' })
  screen.getByText('not in the catalogue')
})
