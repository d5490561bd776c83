/** What is said of a part beside its names: numbers that others give it, and cars that it fits. */
import type { Knex } from 'knex'

import type { Reference } from '#shared/catalogue/correction.ts'
import type { PartFit } from '#shared/catalogue/part.ts'
import type { Json } from '#shared/sync/cells.ts'
import type { Done, EditedPart, Hand } from './editing.ts'

import { MAX_CROSS_REFERENCES, MAX_FITS } from '#shared/catalogue/part.ts'
import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { asText, fitKey, referenceKey } from '../parts/corrections.ts'
import { refreshSearch } from '../parts/searchText.ts'
import { dropCorrection, keepCorrection, readCorrection } from './editing.ts'

interface Facts<Fact> {
  kind: 'reference' | 'fit'
  table: 'cross_references' | 'part_fits'
  most: number
  /** What makes two of a part one. */
  keyOf(fact: Fact): string
  /** Columns of `keyOf`. */
  keysOf(fact: Fact): Record<string, string | number>
  rowOf(fact: Fact): Record<string, string | number>
  factOf(row: Record<string, unknown>): Fact
  words(fact: Fact): string
}

/** As it is kept: by the names the importer has. */
interface StoredReference {
  number: string
  brand: string
}

export const REFERENCES: Facts<StoredReference> = {
  kind: 'reference',
  table: 'cross_references',
  most: MAX_CROSS_REFERENCES,
  keyOf: referenceKey,
  keysOf: ({ number, brand }) => ({
    number_key: partNumberKey(number),
    brand_key: brandKey(brand),
  }),
  rowOf: ({ number, brand }) => ({ number, brand }),
  factOf: ({ number, brand }) => ({ number: asText(number), brand: asText(brand) }),
  words: ({ number, brand }) => `${brand} ${number}`.trim(),
}

export const FITS: Facts<PartFit> = {
  kind: 'fit',
  table: 'part_fits',
  most: MAX_FITS,
  keyOf: fitKey,
  keysOf: ({ make, model, yearFrom }) => ({
    make_key: make.toLowerCase(),
    model_key: model.toLowerCase(),
    year_from: yearFrom,
  }),
  rowOf: ({ make, model, yearTo }) => ({ make, model, year_to: yearTo }),
  factOf: (row) => ({
    make: asText(row['make']),
    model: asText(row['model']),
    yearFrom: Number(row['year_from']),
    yearTo: Number(row['year_to']),
  }),
  words: ({ make, model, yearFrom, yearTo }) =>
    `${make} ${model} ${yearFrom === yearTo ? yearFrom : `${yearFrom} to ${yearTo}`}`,
}

export const referenceOf = ({ partNumber, brand }: Reference): StoredReference => ({
  number: partNumber,
  brand,
})

/** Says one that no source says, or again one that was taken out. */
export async function addFact<Fact extends object>(
  hand: Hand,
  part: EditedPart,
  facts: Facts<Fact>,
  fact: Fact,
  field: string,
): Promise<Done> {
  const { trx } = hand
  const key = facts.keyOf(fact)
  if (await readFact(trx, part.id, facts, fact)) {
    throw new Problem(
      'taken',
      409,
      t('{field}: the part has {fact} already.', { field, fact: facts.words(fact) }),
      {
        field,
      },
    )
  }
  const [{ n } = { n: '0' }] = await trx(facts.table)
    .where({ part_id: part.id })
    .count<{ n: string }[]>('* as n')
  if (Number(n) >= facts.most) {
    throw new Problem(
      'too_many',
      422,
      t('{field}: a part has at most {most} of them.', { field, most: facts.most }),
      {
        field,
      },
    )
  }
  const before = await readCorrection(trx, part.id, facts.kind, key)
  const said = before?.said ?? null
  await insert(trx, part.id, facts, fact)
  await keepCorrection(hand, part.id, facts.kind, key, { said, stands: fact as Json })
  await refreshSearch(trx, [part.id])
  return { action: 'correct_part', details: { added: facts.words(fact) } }
}

/** Takes one out, whoever says it. @throws Problem 404 */
export async function removeFact<Fact extends object>(
  hand: Hand,
  part: EditedPart,
  facts: Facts<Fact>,
  fact: Fact,
  field: string,
): Promise<Done> {
  const { trx } = hand
  const key = facts.keyOf(fact)
  const there = await readFact(trx, part.id, facts, fact)
  if (!there) {
    throw new Problem('not_found', 404, t('{field}: the part does not have it.', { field }), {
      field,
    })
  }
  const before = await readCorrection(trx, part.id, facts.kind, key)
  await trx(facts.table)
    .where({ part_id: part.id, ...facts.keysOf(fact) })
    .delete()
  // What only hands have said is gone with it.
  if (before?.said === null) await dropCorrection(trx, part.id, facts.kind, key)
  else {
    const said = before ? before.said : (there as Json)
    await keepCorrection(hand, part.id, facts.kind, key, { said, stands: null })
  }
  await refreshSearch(trx, [part.id])
  return { action: 'correct_part', details: { removed: facts.words(there) } }
}

/** What sources say of it stands again. @throws Problem 404 */
export async function takeBackFact<Fact extends object>(
  { trx }: Hand,
  part: EditedPart,
  facts: Facts<Fact>,
  key: string,
): Promise<Done | null> {
  const before = await readCorrection(trx, part.id, facts.kind, key)
  if (!before) return null
  const fact = (before.stands ?? before.said) as Fact
  await trx(facts.table)
    .where({ part_id: part.id, ...facts.keysOf(fact) })
    .delete()
  if (before.said !== null) await insert(trx, part.id, facts, before.said as Fact)
  await dropCorrection(trx, part.id, facts.kind, key)
  await refreshSearch(trx, [part.id])
  return { action: 'take_back_correction', details: { fact: facts.words(fact) } }
}

async function readFact<Fact>(
  trx: Knex,
  partId: string,
  facts: Facts<Fact>,
  fact: Fact,
): Promise<Fact | null> {
  const row: Record<string, unknown> | undefined = await trx(facts.table)
    .where({ part_id: partId, ...facts.keysOf(fact) })
    .first()
  return row ? facts.factOf(row) : null
}

async function insert<Fact>(
  trx: Knex,
  partId: string,
  facts: Facts<Fact>,
  fact: Fact,
): Promise<void> {
  await trx(facts.table)
    .insert({ part_id: partId, ...facts.keysOf(fact), ...facts.rowOf(fact) })
    .onConflict()
    .ignore()
}
