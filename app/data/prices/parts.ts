/**
 * Catalogue cache of this device: parts opened here or in kits opened here, with their last known
 * prices. Bounded: the oldest are evicted, watched ones stay.
 */
import type { PartAnswer, PartDetail, PartHistory, PartOffers } from '#shared/catalogue/part.ts'

import { keyOfPart, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { db, type PartRow } from '../device/db.ts'

export type OpenPart = PartRow & { page: NonNullable<PartRow['page']> }

/** About 2 MB: a part with 12 offers and a history takes some 5 kB. */
export const MAX_PARTS = 400
const SPARE = 40

/** Cached parts with a number; of one brand, if given. */
export async function readParts(partNumber: string, brand = ''): Promise<PartRow[]> {
  const number = partNumberKey(partNumber)
  if (number === '') return []
  if (brand) {
    const row = await db.parts.get(keyOfPart(partNumber, brand))
    return row ? [row] : []
  }
  return db.parts.where('number').equals(number).toArray()
}

/** Stores a part's page as answered. */
export async function keepPart(
  { prices, merchants, ...page }: PartDetail,
  history: PartHistory | null,
  at = Date.now(),
): Promise<OpenPart> {
  const { partNumber, brand, name, isDemo } = page
  const row = {
    ...rowOf({ partNumber, brand, name, isDemo, prices }, at),
    merchants,
    page,
    history,
  }
  // A full device shows it anyway.
  await put([row]).catch(() => undefined)
  return row
}

/** Stores offers for a kit's lines. Cached page data stays. */
export async function keepOffers(answer: PartOffers, at = Date.now()): Promise<PartRow[]> {
  const merchants = new Map(answer.merchants.map((merchant) => [merchant.id, merchant]))
  const rows = new Map<string, PartRow>()
  for (const part of answer.parts) {
    if (!part) continue
    const row = rowOf(part, at)
    const ids = [...new Set(part.prices.map(({ merchantId }) => merchantId))]
    row.merchants = ids.flatMap((id) => merchants.get(id) ?? [])
    rows.set(row.key, row)
  }
  const known = await db.parts.bulkGet([...rows.keys()])
  for (const before of known) {
    const row = before && rows.get(before.key)
    if (row) Object.assign(row, { page: before.page, history: before.history })
  }
  await put([...rows.values()])
  return [...rows.values()]
}

/** Drops a part the catalogue no longer has. */
export async function dropPart(partNumber: string, brand: string): Promise<void> {
  await db.parts.bulkDelete((await readParts(partNumber, brand)).map(({ key }) => key))
}

function rowOf(
  part: Pick<PartDetail, 'partNumber' | 'brand' | 'name' | 'isDemo' | 'prices'>,
  at: number,
): PartRow {
  const { partNumber, brand, name, isDemo, prices } = part
  return {
    key: keyOfPart(partNumber, brand),
    number: partNumberKey(partNumber),
    partNumber,
    brand,
    name,
    isDemo,
    prices,
    merchants: [],
    page: null,
    history: null,
    at,
  }
}

async function put(rows: PartRow[]): Promise<void> {
  await db.parts.bulkPut(rows)
  const count = await db.parts.count()
  if (count <= MAX_PARTS) return
  const watched = new Set((await db.watches.toArray()).map(({ key }) => key))
  const oldest = await db.parts.orderBy('at').primaryKeys()
  const gone = oldest.filter((key) => !watched.has(key)).slice(0, count - MAX_PARTS + SPARE)
  await db.parts.bulkDelete(gone)
}

/** Whether an answer is one part rather than a choice of brands. */
export function isDetail(answer: PartAnswer): answer is PartDetail {
  return 'prices' in answer
}
