/** Offers for the lines of a kit. */
import type { Knex } from 'knex'

import type { Merchant, PartOffers } from '#shared/catalogue/part.ts'

import { MAX_ANSWER_BYTES } from '#shared/cells/limits.ts'
import { findPartsOf } from './findParts.ts'
import { readOffers } from './readOffers.ts'

/** Parts read at once: each may have 200 offers. */
const AT_ONCE = 10
/** Brackets and names, and one part over the limit. */
const SPARE_BYTES = 256 * 1024

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1

/** Offers of the first lines that fit an answer; at least one line, so that paging ends. */
export async function offersOfLines(
  db: Knex,
  asked: readonly { partNumber: string; brand: string }[],
  now: number,
): Promise<PartOffers> {
  const found = await findPartsOf(db, asked)
  const parts: PartOffers['parts'] = []
  const merchants = new Map<string, Merchant>()
  let room = MAX_ANSWER_BYTES - SPARE_BYTES
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const some = found.slice(at, at + AT_ONCE)
    const ids = [...new Set(some.flatMap((part) => part?.id ?? []))]
    const offers = await readOffers(db, ids, now)
    const known = new Map(offers.merchants.map((merchant) => [merchant.id, merchant]))
    for (const part of some) {
      const prices = part ? (offers.byPart.get(part.id) ?? []) : []
      const answer = part && {
        partNumber: part.number,
        brand: part.brand,
        name: part.name,
        isDemo: part.is_demo,
        prices,
      }
      const sellers = [...new Set(prices.map(({ merchantId }) => merchantId))]
      const added = sellers.flatMap((id) => (merchants.has(id) ? [] : (known.get(id) ?? [])))
      room -= bytesOf(answer) + bytesOf(added)
      if (room < 0 && parts.length > 0) return { parts, merchants: [...merchants.values()] }
      parts.push(answer)
      for (const merchant of added) merchants.set(merchant.id, merchant)
    }
  }
  return { parts, merchants: [...merchants.values()] }
}
