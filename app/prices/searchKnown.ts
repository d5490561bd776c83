/** The parts whose prices this device has seen: the latest of them, and those with some words. */
import type { PartRow } from '../device/db.ts'
import type { PartSummary } from '#shared/catalogue/part.ts'

import { partNumberKey } from '#shared/catalogue/partNumber.ts'
import { db } from '../device/db.ts'
import { bestOf } from './watches.ts'

/** Those whose page was opened, the latest first. For a live query. */
export async function readSeenParts(limit: number, now = Date.now()): Promise<PartSummary[]> {
  const rows = await db.parts
    .orderBy('at')
    .reverse()
    .filter(({ page }) => page !== null)
    .limit(limit)
    .toArray()
  return rows.map((row) => summaryOf(row, now))
}

/** Every word has to be in the name, the brand or the number, as the server has it. */
export async function searchKnown(query: string, now = Date.now()): Promise<PartSummary[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = ({ name, brand, partNumber, number }: PartRow) => {
    const text = `${name} ${brand} ${partNumber}`.toLowerCase()
    return words.every((word) => text.includes(word) || isIn(number, partNumberKey(word)))
  }
  const rows = await db.parts.orderBy('at').reverse().filter(hasAll).toArray()
  return rows.map((row) => summaryOf(row, now))
}

const isIn = (number: string, key: string) => key !== '' && number.includes(key)

function summaryOf(row: PartRow, now: number): PartSummary {
  const { key, partNumber, brand, name, isDemo, page, at } = row
  const best = bestOf(row, now)
  return {
    id: key,
    partNumber,
    brand,
    name,
    isDemo,
    category: page?.category ?? '',
    image: page?.image ?? '',
    lowestPrice: best && best.totalCents / 100,
    ...(best && !best.hasShipping && { isBeforeShipping: true }),
    asOf: best && at,
  }
}
