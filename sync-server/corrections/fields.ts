/** Corrections of a part's names, and of its identity: number and brand. */
import type { Json } from '#shared/cells/cells.ts'

import { PART_FIELDS, type PartField } from '#shared/catalogue/correction.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { asText } from '../catalogue/corrections.ts'
import { partKeys } from '../catalogue/incoming.ts'
import { readNames } from '../catalogue/saidNames.ts'
import { refreshSearch } from '../catalogue/searchText.ts'
import { correctionOf, type Done, type EditedPart, type Hand, type Held } from './editing.ts'

export const COLUMNS = {
  name: 'name',
  partNumber: 'number',
  brand: 'brand',
  category: 'category',
  image: 'image',
  retailerNumber: 'retailer_number',
} as const satisfies Record<PartField, keyof EditedPart>

/** A field as sources say it. @param names of readNames() */
export function saidOf(
  part: EditedPart,
  column: (typeof COLUMNS)[PartField],
  held: Held | null,
  names: Partial<Record<string, Json>> | null,
): string {
  if (column === 'number' || column === 'brand') return held ? asText(held.said) : part[column]
  return names ? asText(names[column]) : part[column]
}

/** Corrects fields of a part. @param values null for what the sources say */
export async function setFields(
  hand: Hand,
  part: EditedPart,
  values: { [Field in PartField]?: string | null | undefined },
): Promise<Done | null> {
  const { trx } = hand
  const names = await readNames(trx, part.id)
  const next: Partial<EditedPart> = {}
  const details: Record<string, Json> = {}
  for (const field of PART_FIELDS) {
    const value = values[field]
    if (value === undefined) continue
    const column = COLUMNS[field]
    const { before, keep, drop } = await correctionOf(hand, part, 'field', column)
    const said = saidOf(part, column, before, names)
    const stands = value ?? said
    if (stands === part[column] && (before === null || value !== null)) continue
    next[column] = stands
    details[field] = `“${part[column]}” is “${stands}”`
    if (stands === said) await drop()
    else await keep({ said, stands })
  }
  if (Object.keys(next).length === 0) return null
  const keys = await rename(hand, part, { ...part, ...next })
  await trx('parts')
    .where({ id: part.id })
    .update({ ...next, ...keys })
  await refreshSearch(trx, [part.id])
  const isBack = Object.values(values).every((value) => value === null)
  return { action: isBack ? 'take_back_correction' : 'correct_part', details }
}

/**
 * Changes the identity; sources and links under the old one go on to mean this part.
 * @returns the new keys
 * @throws Problem 409 for another part's identity
 */
async function rename(hand: Hand, part: EditedPart, next: EditedPart) {
  const { trx } = hand
  const keys = partKeys(next)
  const isOtherNumber = keys.number_key !== part.number_key
  if (!isOtherNumber && keys.brand_key === part.brand_key) return keys
  const field = isOtherNumber ? 'partNumber' : 'brand'
  const refuse = (sentence: string) => new Problem('taken', 409, sentence, { field })
  if (await trx('parts').where(keys).first('id')) {
    throw refuse(
      t('{field}: another part has this number and brand. Merge this one into it.', { field }),
    )
  }
  const alias: { part_id: string | null } | undefined = await trx('part_aliases')
    .where(keys)
    .first('part_id')
  if (alias && alias.part_id !== part.id) {
    throw refuse(t('{field}: a part with this number and brand was merged or removed.', { field }))
  }
  await trx('part_aliases').where(keys).delete()
  await keepName(hand, part, part.id, 'renamed')
  return keys
}

/** Keeps a part's identity as an alias of another part, or of none. */
export async function keepName(
  { trx, now, actor }: Hand,
  part: Pick<EditedPart, 'number' | 'brand' | 'name' | 'number_key' | 'brand_key'>,
  partId: string | null,
  kind: 'renamed' | 'merged' | 'removed',
): Promise<void> {
  const { number, brand, name, number_key, brand_key } = part
  const alias = { number, brand, name, number_key, brand_key, kind, part_id: partId }
  await trx('part_aliases')
    .insert({ ...alias, made_by: actor, made_at: new Date(now) })
    .onConflict(['number_key', 'brand_key'])
    .merge()
}
