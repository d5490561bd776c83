/** Test data: a part with two merchants, as the server answers it. */
import type { Merchant, Offer, PartDetail, PartHistory } from '#shared/catalogue/part.ts'

import { offerTotalCents } from '#shared/catalogue/offer.ts'
import { recorded } from '../testRecorded.ts'

const ROUTE = 'GET /api/parts/:partNumber'
export const DAY_MS = 24 * 3_600_000

export function aMerchant(id: string, changes: Partial<Merchant> = {}): Merchant {
  const [merchant] = recorded<{ merchants: [Merchant] }>(ROUTE).merchants
  const terms = { historyAllowed: true, shippingCents: 500, freeShippingFromCents: null }
  return { ...merchant, id, name: `Shop ${id}`, ...terms, ...changes }
}

export function anOffer(
  merchant: Merchant,
  cents: Partial<Offer['cents']>,
  changes: Partial<Offer> = {},
): Offer {
  const all = { base: 1_000, promo: null, shipping: 0, tax: null, core: null, ...cents }
  return {
    ...recorded<{ prices: [Offer] }>(ROUTE).prices[0],
    id: `offer-${merchant.id}`,
    merchantId: merchant.id,
    merchant: merchant.name,
    totalPrice: offerTotalCents(all) / 100,
    buyLink: `https://${merchant.id}.example/part`,
    asOf: Date.now() - 60_000,
    cents: all,
    ...changes,
  }
}

export function aPart(
  merchants: Merchant[],
  prices: Offer[],
  changes: Partial<PartDetail> = {},
): PartDetail {
  return {
    ...recorded<PartDetail>(ROUTE),
    id: 'part-1',
    partNumber: 'LX 1006/1D',
    brand: 'Tester',
    name: 'Air filter',
    ratings: { average: 4.7, count: 1_284 },
    prices,
    merchants,
    fits: [],
    crossReferences: [],
    asOf: Date.now() - 60_000,
    ...changes,
  }
}

export function aHistory(totals: readonly number[]): PartHistory {
  const until = Date.now()
  const since = until - 90 * DAY_MS
  return {
    partNumber: 'LX 1006/1D',
    brand: 'Tester',
    since,
    until,
    isDemo: false,
    merchants: [
      {
        id: 'east',
        name: 'Shop east',
        observations: totals.map((cents, at) => ({ at: since + (at + 1) * 10 * DAY_MS, cents })),
      },
    ],
    withheld: ['Shop west'],
  }
}
