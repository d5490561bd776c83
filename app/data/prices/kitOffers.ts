/** Offers for the lines of a kit: fetched, stored, and found again offline. */
import type { Line } from '#shared/kinds/kit.ts'

import { brandKey, keyOfPart, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { db, type PartRow } from '../device/db.ts'
import { hasNumber } from './hasNumber.ts'
import { keepOffers } from './parts.ts'

/** Limit per call: MAX_LOOKUPS of shared/catalogue/part.ts, which would pull in a parser. */
const MAX_ASKED = 500

/** Answers younger than this are not refetched. */
const AGAIN_AFTER_MS = 30 * 60_000

/** When the server answered for a part, by key; while the page is open. */
const answeredAt = new Map<string, number>()

/**
 * Fetches and stores a kit's offers, in as many calls as needed. @throws ApiError
 * @param options.isAgain refetches fresh answers too
 */
export async function askKitOffers(
  lines: readonly Line[],
  { isAgain = true }: { isAgain?: boolean } = {},
): Promise<void> {
  const wanted = new Map<string, { partNumber: string; brand: string }>()
  const want = (partNumber: string, brand: string) => {
    // Longer values cannot be part numbers, and would get the whole call refused.
    if (partNumber.length > 64 || brand.length > 80) return
    const key = keyOfPart(partNumber, brand)
    const isNew = Date.now() - (answeredAt.get(key) ?? 0) >= AGAIN_AFTER_MS
    if (isAgain || isNew) wanted.set(key, { partNumber, brand })
  }
  for (const line of lines.filter(hasNumber)) {
    if (brandKey(line.manufacturer)) want(line.partNumber.trim(), line.manufacturer.trim())
    want(line.partNumber.trim(), '')
  }
  if (wanted.size === 0) return
  const { askOffers } = await import('./askParts.ts')
  let left = [...wanted.values()]
  while (left.length > 0) {
    const answer = await askOffers(left.slice(0, MAX_ASKED))
    await keepOffers(answer)
    for (const { partNumber, brand } of left.slice(0, answer.parts.length)) {
      answeredAt.set(keyOfPart(partNumber, brand), Date.now())
    }
    // The server answers as many as fit; an empty answer ends the loop.
    left = answer.parts.length > 0 ? left.slice(answer.parts.length) : []
  }
}

/**
 * The part each line means, as far as this device knows, by line id. A number alone is enough when
 * one brand has it and the line names no other. For a live query.
 */
export async function matchLines(lines: readonly Line[]): Promise<Map<string, PartRow>> {
  const numbered = lines.filter(hasNumber)
  const numbers = [...new Set(numbered.map(({ partNumber }) => partNumberKey(partNumber)))]
  const rows = await db.parts.where('number').anyOf(numbers).toArray()
  const found = new Map<string, PartRow>()
  for (const line of numbered) {
    const number = partNumberKey(line.partNumber)
    const part = pick(
      rows.filter((row) => row.number === number),
      brandKey(line.manufacturer),
    )
    if (part) found.set(line.id, part)
  }
  return found
}

function pick(rows: readonly PartRow[], brand: string): PartRow | undefined {
  const exact = rows.find((row) => brandKey(row.brand) === brand)
  if (exact || rows.length !== 1) return exact
  const [only] = rows
  // "MANN" and "Mann-Filter" are one brand; "Fictiva" is another.
  const own = brandKey(only?.brand ?? '')
  return own.includes(brand) || brand.includes(own) ? only : undefined
}
