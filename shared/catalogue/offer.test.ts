import { describe, expect, test } from 'vitest'

import type { OfferCents, Standing } from './offer.ts'

import { byWorth, offerTotalCents, shippingText, standingOf, standOffers } from './offer.ts'

const cents = { base: 1_149, promo: null, shipping: null, tax: null, core: null }
const DAY_MS = 86_400_000

test('a promo above the price does not pay for the shipping', () => {
  expect(offerTotalCents({ ...cents, promo: 5_000, shipping: 599 })).toBe(599)
})

/** Offers with every combination of known and unknown amounts. */
const every = [null, 149].flatMap((promo) =>
  [null, 0, 599].flatMap((shipping) =>
    [null, 95].flatMap((tax) =>
      [null, 2_500].flatMap((core) =>
        ['In stock', '', 'Sold out'].flatMap((availability) =>
          [0, DAY_MS, DAY_MS + 1].map((age) => ({
            cents: { base: 1_149, promo, shipping, tax, core } satisfies OfferCents,
            availability,
            age,
            asOf: 10 * DAY_MS - age,
            merchant: 'A',
          })),
        ),
      ),
    ),
  ),
)
const stand = (offer: (typeof every)[number]) => standingOf(offer, DAY_MS, 10 * DAY_MS)

describe('an offer with any promo, shipping, tax, core charge, stock and age', () => {
  test.each(every)('$cents, "$availability", $age ms old', (offer) => {
    const { promo, shipping, tax, core } = offer.cents
    const standing = stand(offer)
    const dollars = (1_149 - Number(promo) + Number(shipping) + Number(tax) + Number(core)) / 100
    const isStale = offer.age > DAY_MS
    const hasShipping = shipping !== null
    const isSoldOut = offer.availability === 'Sold out'
    const was = isStale ? 'was ' : ''
    const rest = hasShipping ? '' : ' + shipping'
    expect(standing).toEqual({
      totalCents: Math.round(dollars * 100),
      hasShipping,
      isSoldOut,
      isStale,
      mayWin: hasShipping && !isSoldOut && !isStale,
      text: `${was}$${dollars.toFixed(2)}${rest}`,
    } satisfies Standing)
  })

  test('stands before each one that is worth less, whatever the two cost', () => {
    const rank = ({ mayWin, isStale, isSoldOut }: Standing) =>
      [mayWin, !isStale && !isSoldOut, !isStale].indexOf(true) >>> 0
    for (const a of every.map((offer) => ({ offer, standing: stand(offer) }))) {
      for (const b of every.map((offer) => ({ offer, standing: stand(offer) }))) {
        const [first, second] = [rank(a.standing), rank(b.standing)]
        const worth = first - second || a.standing.totalCents - b.standing.totalCents
        if (worth !== 0) expect(Math.sign(byWorth(a, b))).toBe(Math.sign(worth))
      }
    }
  })
})

test('the lowest base price is not the lowest total', () => {
  const [dear, cheap] = [
    { base: 1_100, shipping: 700 },
    { base: 1_149, shipping: 0 },
  ].map((some) => of({ cents: { ...cents, ...some } }))
  expect([dear!, cheap!].sort(byWorth)).toEqual([cheap, dear])
})

test('nine pieces ship free where one does not, and may then be the lowest total', () => {
  const shops = [
    { id: 'near', maxAgeMs: DAY_MS, freeShippingFromCents: null },
    { id: 'far', maxAgeMs: DAY_MS, freeShippingFromCents: 9 * 1_182 },
  ]
  const offers = [
    { base: 1_149, shipping: 395 },
    { base: 1_182, shipping: 495 },
  ].map((some, at) => ({
    ...of({ cents: { ...cents, ...some } }).offer,
    merchantId: shops[at]?.id ?? '',
  }))
  const lowest = (pieces: number) => {
    const [best] = standOffers(offers, shops, 2, pieces)
    return [best?.offer.merchantId, best?.offer.cents.shipping, best?.standing.text]
  }
  expect(lowest(1)).toEqual(['near', 395, '$15.44'])
  expect(lowest(8)).toEqual(['near', 395, '$95.87 for 8'])
  expect(lowest(9)).toEqual(['far', 0, '$106.38 for 9'])
})

test('of equal totals the newer word comes first, then the name', () => {
  const [old, b, a] = [of({ asOf: 1 }), of({ merchant: 'B' }), of({ merchant: 'A' })]
  expect([old, b, a].sort(byWorth)).toEqual([a, b, old])
})

test('sold out is read however a merchant says it', () => {
  const none = ['Out of stock', 'out_of_stock', 'SOLD OUT', 'Currently unavailable', 'Discontinued']
  for (const availability of none) expect(of({ availability }).standing.isSoldOut).toBe(true)
  const some = ['In stock', 'In stock, 3 left', 'Ships in 5 to 7 days', 'Special order', '']
  for (const availability of some) expect(of({ availability }).standing.isSoldOut).toBe(false)
})

test('shipping that is not said is not free', () => {
  expect([0, 599, null].map(shippingText)).toEqual(['FREE', '$5.99', ''])
})

function of(changes: Partial<(typeof every)[number]>) {
  const offer = { cents, availability: '', asOf: 2, merchant: 'A', age: 0, ...changes }
  return { offer, standing: standingOf(offer, DAY_MS, 2) }
}
