import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { PartRow } from '../../data/device/db.ts'

import { db } from '../../data/device/db.ts'
import { openDevice, shownPrincipal } from '../../data/device/device.ts'
import { watchPart } from '../../data/prices/watches.ts'
import { WatchedPrices } from './WatchedPrices.tsx'
import { stubFetch } from '../../testApi.ts'

const HOUR_MS = 3_600_000

/** A cached part with one offer. */
const part = (name: string, cents: number, agedMs = 60_000): PartRow => {
  const at = Date.now() - agedMs
  return {
    key: `${name.toLowerCase()}|tester`,
    number: name,
    partNumber: name,
    brand: 'Tester',
    name,
    isDemo: false,
    at,
    merchants: [
      {
        id: 'east',
        name: 'Shop east',
        isDemo: false,
        historyAllowed: true,
        maxAgeMs: 24 * HOUR_MS,
        shippingCents: null,
        freeShippingFromCents: null,
      },
    ],
    prices: [
      {
        id: 'o1',
        merchantId: 'east',
        merchant: 'Shop east',
        basePrice: '',
        promo: '',
        promoAmount: '',
        shipping: '',
        tax: '',
        coreCharge: '',
        availability: '',
        totalPrice: cents / 100,
        buyLink: '',
        asOf: at,
        isDemo: false,
        cents: { base: cents, promo: null, shipping: 0, tax: null, core: null },
      },
    ],
    page: null,
    history: null,
  }
}

async function keep(row: PartRow, targetCents: number) {
  await db.parts.put(row)
  await watchPart(row, targetCents)
}

let asked: string[] = []

beforeEach(async () => {
  sessionStorage.clear()
  await openDevice()
  await db.watches.clear()
  await db.parts.clear()
  asked = []
  stubFetch(({ path }) => {
    asked.push(path)
    return Promise.reject(new TypeError('No network in this test'))
  })
})
afterEach(cleanup)

const open = (address = '/about') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <WatchedPrices />
    </MemoryRouter>,
  )
const card = () => screen.queryByRole('region', { name: 'Watched prices' })

test('a price at the target is told, with the way to its part; a dearer one is not', async () => {
  await keep(part('FILTER', 1_244), 1_244)
  await keep(part('PUMP', 5_001), 5_000)
  open()
  const link = await screen.findByRole('link', { name: 'FILTER: $12.44' })
  expect(link.getAttribute('href')).toBe('/product/FILTER?brand=Tester')
  expect(card()?.textContent).toContain('A watched price is under your target.')
  expect(screen.queryByRole('link', { name: /PUMP/ })).toBeNull()
})

test('what was put away comes back only when a price has fallen further', async () => {
  await keep(part('FILTER', 1_000), 1_200)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(card()).toBeNull()
  await act(() => db.parts.put(part('FILTER', 900)))
  expect(await screen.findByRole('link', { name: 'FILTER: $9.00' })).toBeTruthy()
})

test('the page of a part says it itself, and others are told there', async () => {
  await keep(part('FILTER', 1_000), 1_200)
  await keep(part('PUMP', 1_000), 1_200)
  open('/product/FILTER')
  expect(await screen.findByRole('link', { name: /PUMP/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /FILTER/ })).toBeNull()
})

test('a price too old to stand as today’s is none, and is asked for anew', async () => {
  await keep(part('FILTER', 1_000, 25 * HOUR_MS), 1_200)
  open()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(card()).toBeNull()
})

test('nobody is asked for a price that came within the hour, nor for another’s watches', async () => {
  await keep(part('FILTER', 1_000, HOUR_MS / 2), 1_200)
  const stale = part('PUMP', 1_000, 2 * HOUR_MS)
  await db.watches.put({
    p: `${shownPrincipal()}x`,
    key: stale.key,
    partNumber: 'PUMP',
    brand: 'Tester',
    name: 'PUMP',
    targetCents: 5_000,
    at: 1,
  })
  open()
  await screen.findByRole('link', { name: /FILTER/ })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(asked).toEqual([])
  expect(screen.queryByRole('link', { name: /PUMP/ })).toBeNull()
})
