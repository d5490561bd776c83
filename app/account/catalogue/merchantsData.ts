/** Merchants and what an operator says about them, as the API answers it. */
import type { Merchant } from '#shared/catalogue/part.ts'

import { merchant } from '#shared/catalogue/part.ts'
import { callApi } from '../../api/api.ts'
import { fieldOf } from '#shared/sync/cells.ts'

export interface Terms {
  historyAllowed: boolean
  maxAgeHours: number
  shippingCents: number | null
  freeShippingFromCents: number | null
}

/** By name. */
export async function readMerchants(): Promise<Merchant[]> {
  const merchants = fieldOf(await callApi('GET', '/api/admin/merchants'), 'merchants')
  if (!Array.isArray(merchants)) throw new TypeError('an answer without merchants')
  return merchants.map((one) => merchant.parse(one))
}

export async function setTerms(id: string, terms: Terms): Promise<void> {
  await callApi('POST', `/api/admin/merchants/${encodeURIComponent(id)}`, { ...terms })
}
