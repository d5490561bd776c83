/** Offers of parts with their merchants, best first. */
import type { Knex } from 'knex'

import type { ForeignOffer, Merchant, Offer } from '#shared/catalogue/part.ts'

import { groupBy } from '#shared/lists.ts'
import { DOLLARS } from '#shared/money/money.ts'
import {
  amountText,
  offerTotalCents,
  shippingText,
  SOLD_OUT,
  standOffers,
} from '#shared/catalogue/offer.ts'
import { OFFER_COLUMNS } from './incoming.ts'
import {
  type MerchantRow,
  merchantOf,
  readMerchants,
  shippingOf,
  shippingSql,
} from './merchants.ts'
import { MAX_OFFERS } from '#shared/catalogue/part.ts'

/** Offers read per part, of which the best are shown. */
const MAX_READ = 200

/** In dollars, in SQL: other currencies would be mistaken for them. */
export const IN_DOLLARS = `currency = '${DOLLARS}'`

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
  currency: string
  own_currency: string | null
  own_cents: number | null
  rate: number | null
  rate_at: Date | null
}

export interface OffersOfParts {
  /** Offers in dollars, best first; parts without one are missing. */
  byPart: Map<string, Offer[]>
  /** Prices in currencies without a rate, by merchant. */
  foreignByPart: Map<string, ForeignOffer[]>
  merchants: Merchant[]
}

/** @param ids of parts */
export async function readOffers(
  db: Knex,
  ids: readonly string[],
  now: number,
): Promise<OffersOfParts> {
  if (ids.length === 0) return { byPart: new Map(), foreignByPart: new Map(), merchants: [] }
  const { rows } = await db.raw<{ rows: OfferRow[] }>(
    `select part_id, merchant_id, ${OFFER_COLUMNS.join()} from unnest(:ids::bigint[]) as asked(id)
     cross join lateral (
       select * from offers where part_id = asked.id and stands
       order by merchant_id limit ${MAX_READ}) o`,
    { ids },
  )
  const merchants = await readMerchants(
    db,
    rows.map((row) => row.merchant_id),
  )
  const byPart = new Map<string, Offer[]>()
  const foreignByPart = new Map<string, ForeignOffer[]>()
  const sellers = [...merchants.values()].map(merchantOf)
  for (const [id, own] of groupBy(rows, (row) => row.part_id)) {
    const offers: Offer[] = []
    const foreign: ForeignOffer[] = []
    for (const row of own) {
      const merchant = merchants.get(row.merchant_id)
      // Its merchant may have been removed between the two statements.
      if (!merchant) continue
      if (row.currency === DOLLARS) offers.push(offerOf(row, merchant))
      else foreign.push(foreignOf(row, merchant))
    }
    const best = standOffers(offers, sellers, now).slice(0, MAX_OFFERS)
    if (offers.length > 0)
      byPart.set(
        id,
        best.map(({ offer }) => offer),
      )
    if (foreign.length > 0) foreignByPart.set(id, foreign.slice(0, MAX_OFFERS))
  }
  return { byPart, foreignByPart, merchants: sellers }
}

export interface Cheapest {
  totalPrice: number
  isBeforeShipping: boolean
  /** Every current offer is sold out: this is the best of them, and no price to quote. */
  isSoldOut: boolean
  asOf: number
  merchant: string
  availability: string
}

/**
 * SQL: the best current offer of a part in `byWorth` order, in cents; no row without one.
 * Bindings: `now` and `soldOut`.
 * @param part SQL of the part's id
 */
export const cheapestSql = (part: string) => `
  select o.part_id, m.name as merchant, o.availability, o.as_of,
    o.availability ~* :soldOut as is_sold_out, shipping.cents is null as is_before_shipping,
    greatest(0, base_cents - coalesce(promo_cents, 0))
    + coalesce(shipping.cents, 0) + coalesce(tax_cents, 0) + coalesce(core_cents, 0) as total
  from (select * from offers where part_id = ${part} and stands and ${IN_DOLLARS}
    limit ${MAX_READ}) as o
  join merchants m on m.id = o.merchant_id
  cross join lateral (select ${shippingSql('o', 'm')} as cents) as shipping
  where m.hidden_at is null and o.as_of >= :now::timestamptz - m.max_age_hours * interval '1 hour'
  order by is_sold_out, is_before_shipping, total, o.as_of desc limit 1`

export const cheapestBindings = (now: number) => ({ now: new Date(now), soldOut: SOLD_OUT })

export interface CheapestRow {
  total: number
  is_before_shipping: boolean
  is_sold_out: boolean
  as_of: Date
  merchant: string
  availability: string
}

export function cheapestOf(row: CheapestRow): Cheapest {
  return {
    totalPrice: row.total / 100,
    isBeforeShipping: row.is_before_shipping,
    isSoldOut: row.is_sold_out,
    asOf: row.as_of.getTime(),
    merchant: row.merchant,
    availability: row.availability,
  }
}

/** Lowest price of parts, by id; parts without a current offer are missing. */
export async function readCheapest(
  db: Knex,
  ids: readonly string[],
  now: number,
): Promise<Map<string, Cheapest>> {
  const { rows } = await db.raw<{ rows: (CheapestRow & { part_id: string })[] }>(
    `select cheapest.* from unnest(:ids::bigint[]) as asked(id)
     cross join lateral (${cheapestSql('asked.id')}) as cheapest`,
    { ids, ...cheapestBindings(now) },
  )
  return new Map(rows.map((row) => [row.part_id, cheapestOf(row)]))
}

const centsOf = (row: OfferRow) => ({
  base: row.base_cents,
  promo: row.promo_cents,
  shipping: row.shipping_cents,
  tax: row.tax_cents,
  core: row.core_cents,
})

function offerOf(row: OfferRow, merchant: MerchantRow): Offer {
  const said = centsOf(row)
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
    ...convertedOf(row),
  }
}

function convertedOf(row: OfferRow): Pick<Offer, 'converted'> {
  const { own_currency: currency, own_cents: cents, rate, rate_at: at } = row
  if (currency === null || cents === null || rate === null || at === null) return {}
  return { converted: { currency, cents, rate, rateAt: at.getTime() } }
}

const foreignOf = (row: OfferRow, merchant: MerchantRow): ForeignOffer => ({
  merchantId: String(row.merchant_id),
  merchant: merchant.name,
  currency: row.currency,
  cents: offerTotalCents(centsOf(row)),
  hasShipping: row.shipping_cents !== null,
  availability: row.availability,
  buyLink: row.buy_link,
  asOf: row.as_of.getTime(),
})
