/** Who sells: a merchant begins with its first offer, under terms that promise nothing. */
import type { Knex } from 'knex'

import { brandKey } from '#shared/partNumber.ts'

/** Terms of a merchant nobody has said more about: no history, a day of trust. */
const DEFAULT_MAX_AGE_HOURS = 24

export interface MerchantTerms {
  name: string
  isDemo: boolean
  historyAllowed: boolean
  maxAgeHours: number
  shippingCents: number | null
  freeShippingFromCents: number | null
}

/** The terms of a merchant that is only a name. */
export function unknownMerchant(name: string, isDemo: boolean): MerchantTerms {
  const terms = { historyAllowed: isDemo, maxAgeHours: DEFAULT_MAX_AGE_HOURS }
  return { name, isDemo, ...terms, shippingCents: null, freeShippingFromCents: null }
}

/** Merchants are the same when their names are, as brands are. */
export const merchantKey = brandKey

/**
 * Adds the merchants that are not there yet; what is known of the others stays.
 * @returns their ids by key
 */
export async function ensureMerchants(
  db: Knex,
  all: readonly MerchantTerms[],
): Promise<Map<string, number>> {
  const byKey = new Map(all.map((terms) => [merchantKey(terms.name), terms]))
  const keys = [...byKey.keys()].sort()
  const known = await readIds(db, keys)
  const missing = keys.filter((key) => !known.has(key))
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
  return readIds(db, keys)
}

async function readIds(db: Knex, keys: readonly string[]): Promise<Map<string, number>> {
  const rows: { id: number; name_key: string }[] = await db('merchants')
    .whereIn('name_key', keys)
    .select('id', 'name_key')
  return new Map(rows.map((row) => [row.name_key, row.id]))
}
