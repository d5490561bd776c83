/** Merchants: one begins with its first offer, under terms that promise nothing. */
import type { Knex } from 'knex'

import type { Merchant } from '#shared/catalogue/part.ts'

import { goodsCents, type OfferCents } from '#shared/catalogue/offer.ts'
import { brandKey } from '#shared/catalogue/partNumber.ts'

export const MERCHANT_COLUMNS = [
  'id',
  'name',
  'is_demo',
  'history_allowed',
  'max_age_hours',
  'shipping_cents',
  'free_shipping_from_cents',
]

/** Default terms: no history, prices trusted for a day. */
const DEFAULT_MAX_AGE_HOURS = 24

export interface MerchantTerms {
  name: string
  isDemo: boolean
  historyAllowed: boolean
  maxAgeHours: number
  shippingCents: number | null
  freeShippingFromCents: number | null
}

/** Default terms of a merchant known by name only. */
export function unknownMerchant(name: string, isDemo: boolean): MerchantTerms {
  const terms = { historyAllowed: isDemo, maxAgeHours: DEFAULT_MAX_AGE_HOURS }
  return { name, isDemo, ...terms, shippingCents: null, freeShippingFromCents: null }
}

/** Merchants compare by name, as brands do. */
export const merchantKey = brandKey

/**
 * Inserts unknown merchants; existing rows stay as they are.
 * @returns ids by key, without merchants an operator removed
 */
export async function ensureMerchants(
  db: Knex,
  all: readonly MerchantTerms[],
): Promise<Map<string, number>> {
  const byKey = new Map(all.map((terms) => [merchantKey(terms.name), terms]))
  const keys = [...byKey.keys()].sort()
  const named = await readAliases(db, keys)
  const known = await readIds(db, keys, named)
  const missing = keys.filter((key) => !known.has(key) && !named.has(key))
  if (missing.length === 0) return known
  await db('merchants')
    .insert(
      missing.map((key) => {
        const terms = byKey.get(key) ?? unknownMerchant(key, false)
        return {
          name_key: key,
          name: terms.name,
          is_demo: terms.isDemo,
          history_allowed: terms.historyAllowed,
          max_age_hours: terms.maxAgeHours,
          shipping_cents: terms.shippingCents,
          free_shipping_from_cents: terms.freeShippingFromCents,
        }
      }),
    )
    .onConflict('name_key')
    .ignore()
  return readIds(db, keys, named)
}

export interface MerchantRow {
  id: number
  name: string
  is_demo: boolean
  history_allowed: boolean
  max_age_hours: number
  shipping_cents: number | null
  free_shipping_from_cents: number | null
}

/** Visible merchants by id. Not joined: a join would read the few of them once per offer. */
export async function readMerchants(
  db: Knex,
  ids: readonly number[],
): Promise<Map<number, MerchantRow>> {
  if (ids.length === 0) return new Map()
  const rows: MerchantRow[] = await db('merchants')
    .whereRaw('id = any(?::int[]) and hidden_at is null', [[...new Set(ids)]])
    .orderBy('name_key')
    .select(MERCHANT_COLUMNS)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Shipping of an offer, by default the merchant's parcel rate. Null where neither says. */
export function shippingOf(
  cents: OfferCents,
  terms: Pick<MerchantRow, 'shipping_cents' | 'free_shipping_from_cents'>,
): number | null {
  if (cents.shipping !== null || terms.shipping_cents === null) return cents.shipping
  const from = terms.free_shipping_from_cents
  return from !== null && goodsCents(cents) >= from ? 0 : terms.shipping_cents
}

/** shippingOf() in SQL. @param names aliases of the offer's and the merchant's table */
export function shippingSql(offer: string, merchant: string): string {
  const goods = `greatest(0, ${offer}.base_cents - coalesce(${offer}.promo_cents, 0))`
  const isPaid = `(${goods} >= ${merchant}.free_shipping_from_cents) is not true`
  return `coalesce(${offer}.shipping_cents, ${merchant}.shipping_cents * (${isPaid})::int)`
}

/** offerTotalCents() in SQL, null without a shipping cost. @param names as of shippingSql() */
export const totalSql = (offer: string, merchant: string) =>
  `greatest(0, ${offer}.base_cents - coalesce(${offer}.promo_cents, 0))
   + coalesce(${offer}.tax_cents, 0) + coalesce(${offer}.core_cents, 0)
   + ${shippingSql(offer, merchant)}`

const HOUR_MS = 3_600_000

export function merchantOf(row: MerchantRow): Merchant {
  return {
    id: String(row.id),
    name: row.name,
    isDemo: row.is_demo,
    historyAllowed: row.history_allowed,
    maxAgeMs: row.max_age_hours * HOUR_MS,
    shippingCents: row.shipping_cents,
    freeShippingFromCents: row.free_shipping_from_cents,
  }
}

/** Ids of known merchants, by the key of any of their names. */
export async function readMerchantIds(
  db: Knex,
  keys: readonly string[],
): Promise<Map<string, number>> {
  return readIds(db, keys, await readAliases(db, keys))
}

/** Merchants' aliases; null for a removed merchant. */
async function readAliases(db: Knex, keys: readonly string[]): Promise<Map<string, number | null>> {
  const rows: { name_key: string; merchant_id: number | null }[] = await db('merchant_aliases')
    .whereIn('name_key', keys)
    .select('name_key', 'merchant_id')
  return new Map(rows.map((row) => [row.name_key, row.merchant_id]))
}

async function readIds(
  db: Knex,
  keys: readonly string[],
  named: ReadonlyMap<string, number | null>,
): Promise<Map<string, number>> {
  const rows: { id: number; name_key: string }[] = await db('merchants')
    .whereIn('name_key', keys)
    .select('id', 'name_key')
  return new Map([
    ...rows.map((row) => [row.name_key, row.id] as const),
    ...[...named].flatMap(([key, id]) => (id === null ? [] : [[key, id] as const])),
  ])
}
