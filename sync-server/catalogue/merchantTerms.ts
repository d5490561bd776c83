/** Merchants' terms, set by an operator. */
import type { Knex } from 'knex'

import type { Merchant } from '#shared/catalogue/part.ts'

import { MERCHANT_COLUMNS, type MerchantRow, merchantOf, type MerchantTerms } from './merchants.ts'

/**
 * Changes the terms. Losing the permission to keep prices erases the merchant's history.
 * @returns the merchant, null when there is none
 */
export function setTerms(
  db: Knex,
  id: number,
  terms: Omit<MerchantTerms, 'name' | 'isDemo'>,
): Promise<Merchant | null> {
  return db.transaction(async (trx) => {
    const [row]: MerchantRow[] = await trx('merchants')
      .where({ id })
      .update({
        history_allowed: terms.historyAllowed,
        max_age_hours: terms.maxAgeHours,
        shipping_cents: terms.shippingCents,
        free_shipping_from_cents: terms.freeShippingFromCents,
      })
      .returning(MERCHANT_COLUMNS)
    if (row && !terms.historyAllowed) await trx('price_months').where({ merchant_id: id }).delete()
    return row ? merchantOf(row) : null
  })
}
