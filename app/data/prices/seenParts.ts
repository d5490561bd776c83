/** Cached parts as lists show them. */
import type { PartSummary } from '#shared/catalogue/part.ts'

import { isOffered, standOffers } from '#shared/catalogue/offer.ts'
import { db, type PartRow } from '../device/db.ts'

/** Parts whose page was opened, latest first. For a live query. */
export async function readSeenParts(limit: number, now = Date.now()): Promise<PartSummary[]> {
  const rows = await db.parts
    .orderBy('at')
    .reverse()
    .filter(({ page }) => page !== null)
    .limit(limit)
    .toArray()
  return rows.map((row) => summaryOf(row, now))
}

/** A part with its best offer, if it can be bought today. */
export function summaryOf(row: PartRow, now: number): PartSummary {
  const { key, partNumber, brand, name, isDemo, page, at, prices, merchants } = row
  const [best] = standOffers(prices, merchants, now)
  const offered = best && isOffered(best.standing) ? best : null
  const said = best && !best.standing.isStale ? best.offer.availability : undefined
  return {
    id: key,
    partNumber,
    brand,
    name,
    isDemo,
    category: page?.category ?? '',
    image: page?.image ?? '',
    lowestPrice: offered && offered.standing.totalCents / 100,
    ...(offered && !offered.standing.hasShipping && { isBeforeShipping: true }),
    asOf: offered && at,
    ...(offered && { merchant: offered.offer.merchant }),
    ...(said !== undefined && { availability: said }),
  }
}
