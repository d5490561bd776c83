/**
 * What this device knows of the catalogue: the parts whose page was opened here or that stand in a
 * kit that was, with the last known prices. Bounded: the oldest go first, watched ones stay.
 */
import type { PartAnswer, PartDetail, PartHistory, PartOffers } from '#shared/catalogue/part.ts'
import type { PartRow } from '../device/db.ts'

import { keyOfPart, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { db } from '../device/db.ts'

/** A part with its page. */
export type OpenPart = PartRow & { page: NonNullable<PartRow['page']> }

/** About 2 MB: a part with 12 offers and a history is some 5 kB. */
export const MAX_PARTS = 400
const SPARE = 40

/** The parts of this device that have a number; of one brand, where it is given. */
export async function readParts(partNumber: string, brand = ''): Promise<PartRow[]> {
  const number = partNumberKey(partNumber)
  if (number === '') return []
  if (brand) {
    const row = await db.parts.get(keyOfPart(partNumber, brand))
    return row ? [row] : []
  }
  return db.parts.where('number').equals(number).toArray()
}

/** Keeps a part's page as the server answered it. */
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
  // A device without room shows it all the same.
  await put([row]).catch(() => undefined)
  return row
}

/** Keeps what was answered for the lines of a kit. What is known of the parts' pages stays. */
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

/** The catalogue does not have it any more. */
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

/** Whether an answer is of one part, and not of several brands' to choose from. */
export function isDetail(answer: PartAnswer): answer is PartDetail {
  return 'prices' in answer
}
