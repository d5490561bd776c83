import { expect, test } from 'vitest'

import { byTotal, isStaleOffer, offerTotalCents, shippingText } from './offer.ts'

const cents = { base: 1_149, promo: null, shipping: null, tax: null, core: null }

test('the total is the price less its promo, with shipping, tax and the deposit', () => {
  expect(offerTotalCents(cents)).toBe(1_149)
  expect(offerTotalCents({ base: 1_149, promo: 149, shipping: 599, tax: 95, core: 2_500 })).toBe(
    4_194,
  )
})

test('a promo above the price does not pay for the shipping', () => {
  expect(offerTotalCents({ ...cents, promo: 5_000, shipping: 599 })).toBe(599)
})

test('the lowest base price is not the lowest total', () => {
  const dear = { cents: { ...cents, base: 1_100, shipping: 700 }, asOf: 1, merchant: 'A' }
  const cheap = { cents: { ...cents, shipping: 0 }, asOf: 1, merchant: 'B' }
  expect([dear, cheap].sort(byTotal)).toEqual([cheap, dear])
})

test('of equal totals the newer word comes first', () => {
  const old = { cents, asOf: 1, merchant: 'A' }
  const fresh = { cents, asOf: 2, merchant: 'B' }
  expect([old, fresh].sort(byTotal)).toEqual([fresh, old])
})

test('an offer is stale when it is older than its merchant’s word holds', () => {
  expect(isStaleOffer({ asOf: 0 }, { maxAgeMs: 1_000 }, 1_000)).toBe(false)
  expect(isStaleOffer({ asOf: 0 }, { maxAgeMs: 1_000 }, 1_001)).toBe(true)
})

test('shipping that is not said is not free', () => {
  expect([0, 599, null].map(shippingText)).toEqual(['FREE', '$5.99', ''])
})
