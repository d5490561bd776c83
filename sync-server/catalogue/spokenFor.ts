/** Merchants a source speaks for: the one its operator named, or those its own files began. */
import type { Knex } from 'knex'

import { merchantKey, readMerchantIds } from './merchants.ts'
import { tell, type Told } from '../words/told.ts'

interface Speaking {
  /** Null for a single uploaded file: its operator reviews it, and may name a merchant per row. */
  sourceId: string | null
  /** '' where each row names its own. */
  merchant: string
}

/** Why a file may not speak for some merchants, by name. */
export async function notSpokenFor(
  db: Knex,
  { sourceId, merchant }: Speaking,
  names: readonly string[],
): Promise<Map<string, Told>> {
  const own = merchantKey(merchant)
  const others = [...new Set(names)].filter((name) => merchantKey(name) !== own)
  if (others.length === 0 || (own === '' && sourceId === null)) return new Map()
  const sources: { id: string; merchant: string; merchant_ids: number[] }[] = await db(
    'feed_sources',
  ).select('id', 'merchant', 'merchant_ids')
  const keys = [...others, merchant, ...sources.map((source) => source.merchant)].map(merchantKey)
  const ids = await readMerchantIds(db, [...new Set(keys)])
  // An unknown merchant is identified by its name.
  const idOf = (name: string) => ids.get(merchantKey(name)) ?? merchantKey(name)
  const theirs = new Set(
    sources
      .filter(({ id }) => id !== sourceId)
      .flatMap((source) => [idOf(source.merchant), ...source.merchant_ids]),
  )
  const begun = new Set(sources.find(({ id }) => id === sourceId)?.merchant_ids)
  const refused = others.filter((name) => {
    const id = idOf(name)
    if (own !== '') return id !== idOf(merchant)
    return theirs.has(id) || (typeof id === 'number' && !begun.has(id))
  })
  const why = (name: string) =>
    own === ''
      ? tell('merchant: “{name}” is known from elsewhere: a source of its own speaks for it.', {
          name,
        })
      : tell('merchant: “{name}” is not {merchant}, and this file speaks for no other.', {
          name,
          merchant,
        })
  return new Map(refused.map((name) => [name, why(name)]))
}
