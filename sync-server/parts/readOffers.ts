/** Offers of parts as they are answered, cheapest first, with who makes them. */
import type { Knex } from 'knex'

import type { Merchant, Offer } from '#shared/part.ts'

import { amountText, byTotal, offerTotalCents, shippingText } from '#shared/offer.ts'
import { MAX_OFFERS } from '#shared/part.ts'

const HOUR_MS = 3_600_000
/** Of one part that are looked at: the cheapest of them are shown. */
const MAX_READ = 200

interface OfferRow {
  part_id: string
  merchant_id: number
  base_cents: number
  promo: string
  promo_cents: number | null
  shipping_cents: number | null
  tax_cents: number | null
  core_cents: number | null
  availability: string
  buy_link: string
  as_of: Date
  merchant: string
  is_demo: boolean
  history_allowed: boolean
  max_age_hours: number
  merchant_shipping: number | null
  free_from: number | null
}

export interface OffersOfParts {
  byPart: Map<string, Offer[]>
  merchants: Merchant[]
}

/** @param ids of parts; those without an offer are not in the map */
export async function readOffers(db: Knex, ids: readonly string[]): Promise<OffersOfParts> {
  if (ids.length === 0) return { byPart: new Map(), merchants: [] }
  const { rows } = await db.raw<{ rows: OfferRow[] }>(
    `select o.*, m.name as merchant, m.is_demo, m.history_allowed, m.max_age_hours,
       m.shipping_cents as merchant_shipping, m.free_shipping_from_cents as free_from
     from unnest(:ids::bigint[]) as asked(id)
     cross join lateral (
       select * from offers where part_id = asked.id limit ${MAX_READ}) o
     join merchants m on m.id = o.merchant_id`,
    { ids },
  )
  const byPart = new Map<string, Offer[]>()
  const merchants = new Map<number, Merchant>()
  for (const row of rows) {
    byPart.set(row.part_id, [...(byPart.get(row.part_id) ?? []), offerOf(row)])
    merchants.set(row.merchant_id, merchantOf(row))
  }
  for (const [id, offers] of byPart) byPart.set(id, offers.sort(byTotal).slice(0, MAX_OFFERS))
  return { byPart, merchants: [...merchants.values()] }
}

function offerOf(row: OfferRow): Offer {
  const cents = {
    base: row.base_cents,
    promo: row.promo_cents,
    shipping: row.shipping_cents,
    tax: row.tax_cents,
    core: row.core_cents,
  }
  return {
    id: `${row.part_id}-${row.merchant_id}`,
    merchantId: String(row.merchant_id),
    merchant: row.merchant,
    basePrice: amountText(cents.base),
    promo: row.promo,
    promoAmount: amountText(cents.promo),
    shipping: shippingText(cents.shipping),
    tax: amountText(cents.tax),
    coreCharge: amountText(cents.core),
    availability: row.availability,
    totalPrice: offerTotalCents(cents) / 100,
    buyLink: row.buy_link,
    asOf: row.as_of.getTime(),
    isDemo: row.is_demo,
    cents,
  }
}

function merchantOf(row: OfferRow): Merchant {
  return {
    id: String(row.merchant_id),
    name: row.merchant,
    isDemo: row.is_demo,
    historyAllowed: row.history_allowed,
    maxAgeMs: row.max_age_hours * HOUR_MS,
    shippingCents: row.merchant_shipping,
    freeShippingFromCents: row.free_from,
  }
}
