/** Offers of the demo merchants: made up, but the same for the same part and day. */
import type { IncomingOffer, IncomingPart } from '../catalogue/incoming.ts'

import { DEMO_MERCHANTS, type DemoMerchant } from './demoMerchants.ts'
import { DEMO_FIT, type DemoPart } from './demoParts.ts'

const DAY_MS = 24 * 3_600_000

/** @param retailerNumber '' for parts that are not the retailer's */
export function demoIncoming(part: DemoPart, retailerNumber: string, at: number): IncomingPart {
  const [average, count] = part.rating
  return {
    number: part.number,
    brand: part.brand,
    name: part.name,
    category: part.category,
    image: '',
    task: part.task,
    retailerNumber,
    unitCents: part.cents,
    rating: { average: Math.round(average * 10) / 10, count },
    fits: [DEMO_FIT],
    crossReferences: (part.same ?? []).map(([number, brand]) => ({ number, brand })),
    offers: DEMO_MERCHANTS.flatMap((merchant, index) =>
      // No merchant has every part.
      lot(`${part.number}${part.brand}${index}`) % 5 === 0 ? [] : [demoOffer(part, merchant, at)],
    ),
  }
}

function demoOffer(part: DemoPart, merchant: DemoMerchant, at: number): IncomingOffer {
  const { terms, level, promo, discount, taxRate, availability } = merchant
  // A price holds for two to eight weeks, depending on part and merchant.
  const period = 14 + (lot(terms.name + part.number) % 4) * 7
  const swing = lot(`${part.number}${terms.name}${Math.floor(at / DAY_MS / period)}`) % 15
  const base = Math.round((part.cents * level * (93 + swing)) / 100)
  const promoCents = discount > 0 ? Math.round(base * discount) : null
  const paid = base - (promoCents ?? 0)
  const isFree = terms.freeShippingFromCents !== null && paid >= terms.freeShippingFromCents
  return {
    merchant: terms.name,
    cents: {
      base,
      promo: promoCents,
      shipping: isFree ? 0 : terms.shippingCents,
      tax: taxRate === null ? null : Math.round(paid * taxRate),
      core: part.coreCents ?? null,
    },
    promo,
    availability,
    link: '',
    asOf: at,
  }
}

/** Deterministic pseudo-random number of a text (FNV-1a, 32 bit). */
function lot(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash >>> 8
}
