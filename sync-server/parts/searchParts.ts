/** `GET /api/parts`: the catalogue by words, numbers, category and vehicle, in pages by key. */
import type { Knex } from 'knex'

import type { PartsPage } from '#shared/catalogue/part.ts'
import type { PartRow } from './findParts.ts'

import { z } from 'zod'

import { isStorable } from '#shared/kinds/define.ts'
import { MAX_PARTS_A_PAGE, PART_LIMITS } from '#shared/catalogue/part.ts'
import { partNumberKey } from '#shared/catalogue/partNumber.ts'
import { sentenceOf } from '#shared/problem.ts'
import { PART_COLUMNS, summaryOf } from './findParts.ts'
import { readCheapest } from './readOffers.ts'

const MAX_WORDS = 10
const SIZE = `a number from 1 to ${MAX_PARTS_A_PAGE}`

const words = (max: number) =>
  z
    .string()
    .max(max, `at most ${max} characters`)
    .refine(isStorable, sentenceOf('bad_characters'))
    .default('')

/** `after` is what the page before named: the id of its last part. */
export const partsQuery = z.object({
  q: words(200),
  category: words(PART_LIMITS.category),
  make: words(60),
  model: words(60),
  year: z
    .string()
    .regex(/^(19|20)\d\d$/, 'a year from 1900 to 2099')
    .transform(Number)
    .optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, SIZE)
    .default('30')
    .transform(Number)
    .refine((value) => value >= 1 && value <= MAX_PARTS_A_PAGE, SIZE),
  after: z
    .string()
    .regex(/^\d{1,18}$/, 'not a position in the list')
    .optional(),
})
export type PartsQuery = z.infer<typeof partsQuery>

/**
 * Every word of `q` has to be in the name, brand, category or numbers of a part. In the order in
 * which parts came; another would have to sort all that a common word finds.
 */
export async function searchParts(db: Knex, query: PartsQuery, now: number): Promise<PartsPage> {
  const rows: PartRow[] = await db('parts')
    .where((parts) => {
      for (const word of query.q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)) {
        void parts.where((either) => matchWord(either, word))
      }
      if (query.category !== '') {
        void parts.whereRaw('lower(category) = ?', [query.category.toLowerCase()])
      }
      if (query.after !== undefined) void parts.where('id', '>', query.after)
      if (!hasVehicle(query)) return
      const isAlone = query.q === '' && query.category === ''
      if (isAlone) void parts.whereRaw('id in (?)', [firstThatFit(db, query)])
      else
        void parts.whereExists(fitsOf(db, query).whereRaw('part_id = parts.id').select(db.raw('1')))
    })
    .orderBy('id')
    .limit(query.limit + 1)
    .select(PART_COLUMNS)
  const page = rows.slice(0, query.limit)
  const prices = await readCheapest(
    db,
    page.map(({ id }) => id),
    now,
  )
  return {
    parts: page.map((part) => summaryOf(part, prices)),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}

function hasVehicle({ make, model, year }: PartsQuery): boolean {
  return make !== '' || model !== '' || year !== undefined
}

function fitsOf(db: Knex, { make, model, year }: PartsQuery): Knex.QueryBuilder {
  return db('part_fits').where((fits) => {
    if (make !== '') void fits.where('make_key', make.toLowerCase())
    if (model !== '') void fits.where('model_key', model.toLowerCase())
    if (year !== undefined) void fits.whereRaw('? between year_from and year_to', [year])
  })
}

/** As many as a page takes, in the order of the index: a vehicle may have all parts there are. */
function firstThatFit(db: Knex, query: PartsQuery): Knex.QueryBuilder {
  const fits = fitsOf(db, query)
  if (query.after !== undefined) void fits.where('part_id', '>', query.after)
  return fits
    .distinct('part_id')
    .orderBy('part_id')
    .limit(query.limit + 1)
}

/** A number is found however its letters and digits are parted. */
function matchWord(parts: Knex.QueryBuilder, word: string): void {
  const key = partNumberKey(word).toLowerCase()
  for (const each of new Set(key === '' ? [word] : [word, key])) {
    void parts.orWhereRaw(`search like ? escape '\\'`, [`%${each.replaceAll(/[\\%_]/g, '\\$&')}%`])
  }
}
