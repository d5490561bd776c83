/** Offers of parts as they are answered, the best first, with who makes them. */
import type { Knex } from 'knex'

import type { Merchant, Offer } from '#shared/catalogue/part.ts'

import {
  amountText,
  offerTotalCents,
  shippingText,
  SOLD_OUT,
  standOffers,
} from '#shared/catalogue/offer.ts'
import {
  type MerchantRow,
  merchantOf,
  readMerchants,
  shippingOf,
  shippingSql,
} from './merchants.ts'
import { MAX_OFFERS } from '#shared/catalogue/part.ts'

/** Of one part that are looked at: the best of them are shown. */
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
}

export interface OffersOfParts {
  byPart: Map<string, Offer[]>
  merchants: Merchant[]
}

/** @param ids of parts; those without an offer are not in the map */
export async function readOffers(
  db: Knex,
  ids: readonly string[],
  now: number,
): Promise<OffersOfParts> {
  if (ids.length === 0) return { byPart: new Map(), merchants: [] }
  const { rows } = await db.raw<{ rows: OfferRow[] }>(
    `select o.* from unnest(:ids::bigint[]) as asked(id)
     cross join lateral (
       select * from offers where part_id = asked.id limit ${MAX_READ}) o`,
    { ids },
  )
  const merchants = await readMerchants(
    db,
    rows.map((row) => row.merchant_id),
  )
  const byPart = new Map<string, Offer[]>()
  for (const row of rows) {
    const merchant = merchants.get(row.merchant_id)
    // Gone between the two statements, with its offers.
    if (!merchant) continue
    const offers = byPart.get(row.part_id)
    if (offers) offers.push(offerOf(row, merchant))
    else byPart.set(row.part_id, [offerOf(row, merchant)])
  }
  const sellers = [...merchants.values()].map(merchantOf)
  for (const [id, offers] of byPart) {
    const best = standOffers(offers, sellers, now).slice(0, MAX_OFFERS)
    byPart.set(
      id,
      best.map(({ offer }) => offer),
    )
  }
  return { byPart, merchants: sellers }
}

export interface Cheapest {
  totalPrice: number
  isBeforeShipping: boolean
  asOf: number
}

/**
 * What a part costs at least, by the order of `byWorth`; those without an offer of today that is in
 * stock are not in the map.
 */
export async function readCheapest(
  db: Knex,
  ids: readonly string[],
  now: number,
): Promise<Map<string, Cheapest>> {
  const { rows } = await db.raw<{
    rows: { part_id: string; total: number; is_before_shipping: boolean; as_of: Date }[]
  }>(
    `select cheapest.* from unnest(:ids::bigint[]) as asked(id)
     cross join lateral (
       select part_id, as_of, shipping.cents is null as is_before_shipping,
         greatest(0, base_cents - coalesce(promo_cents, 0))
         + coalesce(shipping.cents, 0) + coalesce(tax_cents, 0) + coalesce(core_cents, 0) as total
       from (select * from offers where part_id = asked.id limit ${MAX_READ}) as o
       join merchants m on m.id = o.merchant_id
       cross join lateral (select ${shippingSql('o', 'm')} as cents) as shipping
       where as_of >= :now::timestamptz - max_age_hours * interval '1 hour'
         and availability !~* :soldOut
       order by is_before_shipping, total, as_of desc limit 1) as cheapest`,
    { ids, now: new Date(now), soldOut: SOLD_OUT },
  )
  return new Map(
    rows.map((row) => [
      row.part_id,
      {
        totalPrice: row.total / 100,
        isBeforeShipping: row.is_before_shipping,
        asOf: row.as_of.getTime(),
      },
    ]),
  )
}

function offerOf(row: OfferRow, merchant: MerchantRow): Offer {
  const said = {
    base: row.base_cents,
    promo: row.promo_cents,
    shipping: row.shipping_cents,
    tax: row.tax_cents,
    core: row.core_cents,
  }
  const cents = { ...said, shipping: shippingOf(said, merchant) }
  return {
    id: `${row.part_id}-${row.merchant_id}`,
    merchantId: String(row.merchant_id),
    merchant: merchant.name,
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
    isDemo: merchant.is_demo,
    cents,
  }
}
