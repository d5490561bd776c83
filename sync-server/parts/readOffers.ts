/** Offers of parts as they are answered, cheapest first, with who makes them. */
import type { Knex } from 'knex'

import type { Merchant, Offer } from '#shared/catalogue/part.ts'

import { amountText, byTotal, offerTotalCents, shippingText } from '#shared/catalogue/offer.ts'
import { type MerchantRow, merchantOf, readMerchants } from './merchants.ts'
import { MAX_OFFERS } from '#shared/catalogue/part.ts'

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
}

export interface OffersOfParts {
  byPart: Map<string, Offer[]>
  merchants: Merchant[]
}

/** @param ids of parts; those without an offer are not in the map */
export async function readOffers(db: Knex, ids: readonly string[]): Promise<OffersOfParts> {
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
  for (const [id, offers] of byPart) byPart.set(id, offers.sort(byTotal).slice(0, MAX_OFFERS))
  return { byPart, merchants: [...merchants.values()].map(merchantOf) }
}

/** What a part costs at least, and since when; those without an offer are not in the map. */
export async function readCheapest(
  db: Knex,
  ids: readonly string[],
): Promise<Map<string, { totalPrice: number; asOf: number }>> {
  const { rows } = await db.raw<{ rows: { part_id: string; total: number; as_of: Date }[] }>(
    `select cheapest.* from unnest(:ids::bigint[]) as asked(id)
     cross join lateral (
       select part_id, as_of, greatest(0, base_cents - coalesce(promo_cents, 0))
         + coalesce(shipping_cents, 0) + coalesce(tax_cents, 0) + coalesce(core_cents, 0) as total
       from (select * from offers where part_id = asked.id limit ${MAX_READ}) as offers
       order by total, as_of desc limit 1) as cheapest`,
    { ids },
  )
  return new Map(
    rows.map((row) => [row.part_id, { totalPrice: row.total / 100, asOf: row.as_of.getTime() }]),
  )
}

function offerOf(row: OfferRow, merchant: MerchantRow): Offer {
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
