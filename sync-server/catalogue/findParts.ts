import type { Knex } from 'knex'

import type { PartSummary } from '#shared/catalogue/part.ts'
import type { Cheapest } from './readOffers.ts'

import { groupBy } from '#shared/lists.ts'
import {
  brandKey,
  MAX_BRAND,
  MAX_PART_NUMBER,
  partNumberKey,
} from '#shared/catalogue/partNumber.ts'

/** Brands to choose from for one number. */
const MAX_CHOICES = 20

export interface PartRow {
  id: string
  number: string
  brand: string
  name: string
  category: string
  image: string
  task: string
  retailer_number: string
  is_demo: boolean
  rating_average: number
  rating_count: number
}

interface KeyedRow extends PartRow {
  asked_key: string
  brand_key: string
}

export const PART_COLUMNS = [
  'id',
  'number',
  'brand',
  'name',
  'category',
  'image',
  'task',
  'retailer_number',
  'is_demo',
  'rating_average',
  'rating_count',
]

/** Parts with this number, of `brand` if given; without any, those cross-referenced to it. */
export async function findParts(db: Knex, number: string, brand: string): Promise<PartRow[]> {
  const key = keyOf(number, MAX_PART_NUMBER, partNumberKey)
  const maker = keyOf(brand, MAX_BRAND, brandKey)
  if (key === '' || (brand !== '' && maker === '')) return []
  const ofBrand = maker === '' ? {} : { brand_key: maker }
  const named = (table: 'parts' | 'part_aliases' | 'cross_references', id: string) =>
    db(table)
      .where({ number_key: key, ...ofBrand })
      .limit(MAX_CHOICES)
      .select(id)
  const visible = () => db('parts').whereNull('hidden_at').limit(MAX_CHOICES).select(PART_COLUMNS)
  const own: PartRow[] = await visible()
    // Includes former numbers of renamed and merged parts.
    .whereIn('id', db.unionAll([named('parts', 'id'), named('part_aliases', 'part_id')], true))
    .orderBy('brand_key')
  if (own.length > 0) return own
  return visible().whereIn('id', named('cross_references', 'part_id')).orderBy('id')
}

/** The one part each number means: null for none or several. Two statements. */
export async function findPartsOf(
  db: Knex,
  asked: readonly { partNumber: string; brand: string }[],
): Promise<(PartRow | null)[]> {
  const keys = asked.map(({ partNumber, brand }) => ({
    number: keyOf(partNumber, MAX_PART_NUMBER, partNumberKey),
    brand: keyOf(brand, MAX_BRAND, brandKey),
  }))
  const numbers = [...new Set(keys.map(({ number }) => number).filter(Boolean))]
  const own: KeyedRow[] = await db('parts')
    .whereIn('number_key', numbers)
    .whereNull('hidden_at')
    .limit(numbers.length * MAX_CHOICES)
    .select(PART_COLUMNS)
    .select('number_key as asked_key', 'brand_key')
  const before = await named(db, 'part_aliases', numbers)
  const ofNumbers = byNumber([...own, ...before])
  const fitting = (rows: Map<string, KeyedRow[]>, { number, brand }: (typeof keys)[number]) =>
    (rows.get(number) ?? []).filter((row) => brand === '' || row.brand_key === brand)
  const others = [
    ...new Set(
      keys.flatMap((key) =>
        key.number && fitting(ofNumbers, key).length === 0 ? [key.number] : [],
      ),
    ),
  ]
  const sameAs = byNumber(await named(db, 'cross_references', others))
  return keys.map((key) => {
    const first = fitting(ofNumbers, key)
    const found = first.length > 0 ? first : fitting(sameAs, key)
    const ids = new Set(found.map(({ id }) => id))
    return ids.size === 1 ? (found[0] ?? null) : null
  })
}

/** Parts by other numbers: former ones, or cross references. */
async function named(
  db: Knex,
  by: 'part_aliases' | 'cross_references',
  numbers: readonly string[],
): Promise<KeyedRow[]> {
  if (numbers.length === 0) return []
  return db('parts as p')
    .join(`${by} as c`, 'c.part_id', 'p.id')
    .whereIn('c.number_key', numbers)
    .whereNull('p.hidden_at')
    .limit(numbers.length * MAX_CHOICES)
    .select(PART_COLUMNS.map((column) => `p.${column}`))
    .select('c.number_key as asked_key', 'c.brand_key')
}

const byNumber = (rows: readonly KeyedRow[]) => groupBy(rows, (row) => row.asked_key)

function keyOf(text: string, max: number, key: (text: string) => string): string {
  return text.length > max ? '' : key(text)
}

export const namedOf = ({
  id,
  number,
  brand,
  name,
  category,
  image,
  is_demo: isDemo,
}: PartRow) => ({
  id,
  partNumber: number,
  brand,
  name,
  category,
  image,
  isDemo,
})

/** A part as lists show it. @param cheapest undefined where nobody has an offer of today */
export function summaryOf(part: PartRow, cheapest: Cheapest | undefined): PartSummary {
  const offered = cheapest?.isSoldOut === false ? cheapest : null
  return {
    ...namedOf(part),
    lowestPrice: offered?.totalPrice ?? null,
    ...(offered?.isBeforeShipping && { isBeforeShipping: true }),
    asOf: offered?.asOf ?? null,
    ...(offered && { merchant: offered.merchant }),
    ...(cheapest && { availability: cheapest.availability }),
  }
}
