/** Corrections of a part's facts besides its names: cross references and fits. */
import type { Knex } from 'knex'

import type { Reference } from '#shared/catalogue/correction.ts'
import type { Json } from '#shared/cells/cells.ts'

import { MAX_CROSS_REFERENCES, MAX_FITS, type PartFit } from '#shared/catalogue/part.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { asText, fitKey, referenceKey } from '../catalogue/corrections.ts'
import { fitKeys, partKeys } from '../catalogue/incoming.ts'
import { refreshSearch } from '../catalogue/searchText.ts'
import { correctionOf, type Done, type EditedPart, type Hand } from './editing.ts'

interface Facts<Fact> {
  kind: 'reference' | 'fit'
  table: 'cross_references' | 'part_fits'
  most: number
  /** Identity of a fact within its part. */
  keyOf(fact: Fact): string
  /** Columns behind `keyOf`. */
  keysOf(fact: Fact): Record<string, string | number>
  rowOf(fact: Fact): Record<string, string | number>
  factOf(row: Record<string, unknown>): Fact
  words(fact: Fact): string
}

/** As stored, with the importer's field names. */
interface StoredReference {
  number: string
  brand: string
}

export const REFERENCES: Facts<StoredReference> = {
  kind: 'reference',
  table: 'cross_references',
  most: MAX_CROSS_REFERENCES,
  keyOf: referenceKey,
  keysOf: partKeys,
  rowOf: ({ number, brand }) => ({ number, brand }),
  factOf: ({ number, brand }) => ({ number: asText(number), brand: asText(brand) }),
  words: ({ number, brand }) => `${brand} ${number}`.trim(),
}

export const FITS: Facts<PartFit> = {
  kind: 'fit',
  table: 'part_fits',
  most: MAX_FITS,
  keyOf: fitKey,
  keysOf: fitKeys,
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

/** Adds a fact no source has, or one that was removed by hand. */
export async function addFact<Fact extends object>(
  hand: Hand,
  part: EditedPart,
  facts: Facts<Fact>,
  fact: Fact,
  field: string,
): Promise<Done> {
  const { trx } = hand
  if (await readFact(trx, part.id, facts, fact)) {
    const sentence = t('{field}: the part has {fact} already.', { field, fact: facts.words(fact) })
    throw new Problem('taken', 409, sentence, { field })
  }
  const [{ n } = { n: '0' }] = await trx(facts.table)
    .where({ part_id: part.id })
    .count<{ n: string }[]>('* as n')
  if (Number(n) >= facts.most) {
    const sentence = t('{field}: a part has at most {most} of them.', { field, most: facts.most })
    throw new Problem('too_many', 422, sentence, { field })
  }
  const { before, keep } = await correctionOf(hand, part, facts.kind, facts.keyOf(fact))
  await insert(trx, part.id, facts, fact)
  await keep({ said: before?.said ?? null, stands: fact as Json })
  await refreshSearch(trx, [part.id])
  return { action: 'correct_part', details: { added: facts.words(fact) } }
}

/** Removes a fact, whichever source it is from. @throws Problem 404 */
export async function removeFact<Fact extends object>(
  hand: Hand,
  part: EditedPart,
  facts: Facts<Fact>,
  fact: Fact,
  field: string,
): Promise<Done> {
  const { trx } = hand
  const there = await readFact(trx, part.id, facts, fact)
  if (!there) {
    const sentence = t('{field}: the part does not have it.', { field })
    throw new Problem('not_found', 404, sentence, { field })
  }
  const { before, keep, drop } = await correctionOf(hand, part, facts.kind, facts.keyOf(fact))
  await trx(facts.table)
    .where({ part_id: part.id, ...facts.keysOf(fact) })
    .delete()
  // Facts known from corrections alone go with it.
  if (before?.said === null) await drop()
  else await keep({ said: before ? before.said : (there as Json), stands: null })
  await refreshSearch(trx, [part.id])
  return { action: 'correct_part', details: { removed: facts.words(there) } }
}

/** Reverts to the sources' fact. @throws Problem 404 */
export async function takeBackFact<Fact extends object>(
  hand: Hand,
  part: EditedPart,
  facts: Facts<Fact>,
  key: string,
): Promise<Done | null> {
  const { trx } = hand
  const { before, drop } = await correctionOf(hand, part, facts.kind, key)
  if (!before) return null
  const fact = (before.stands ?? before.said) as Fact
  await trx(facts.table)
    .where({ part_id: part.id, ...facts.keysOf(fact) })
    .delete()
  if (before.said !== null) await insert(trx, part.id, facts, before.said as Fact)
  await drop()
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
