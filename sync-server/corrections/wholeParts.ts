/** Corrections of whole parts: hidden, merged, removed, and let in again. */
import type { Knex } from 'knex'

import type { Reference } from '#shared/catalogue/correction.ts'
import type { Done, EditedPart, Editing, Hand } from './editing.ts'

import { readGtin } from '#shared/catalogue/gtin.ts'
import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { HAND, type OfferKey, projectOffers } from '../catalogue/saidOffers.ts'
import { refreshSearch } from '../catalogue/searchText.ts'
import { inEditing, lockPart, noPart, noteAct, wordsOf } from './editing.ts'
import { keepName } from './fields.ts'

/** Hides a part from all but operators; imports go on. */
export async function setPartHidden(
  { trx, now }: Hand,
  part: EditedPart,
  isHidden: boolean,
): Promise<Done | null> {
  if ((part.hidden_at !== null) === isHidden) return null
  await trx('parts')
    .where({ id: part.id })
    .update({ hidden_at: isHidden ? new Date(now) : null })
  return { action: isHidden ? 'hide_part' : 'show_part' }
}

/** Deletes a part with its offers and prices; imports skip it from now on. */
export async function removePart(hand: Hand, part: EditedPart): Promise<Done> {
  const { trx } = hand
  await keepName(hand, part, null, 'removed')
  await trx('part_aliases').where({ part_id: part.id }).update({ part_id: null, kind: 'removed' })
  // A file that has only the barcode means the same part.
  const numbers: { number: string }[] = await trx('cross_references')
    .where({ part_id: part.id, brand_key: '' })
    .select('number')
  for (const { number } of numbers) {
    if (readGtin(number) === null) continue
    const number_key = partNumberKey(number)
    const isOthers = await trx('parts').where({ number_key, brand_key: part.brand_key }).first('id')
    if (!isOthers) await keepName(hand, { ...part, number, number_key }, null, 'removed')
  }
  await trx('parts').where({ id: part.id }).delete()
  return { action: 'remove_part' }
}

/**
 * Merges two parts: offers and facts of the first go to the second, and its number becomes an
 * alias.
 * @param intoId the part that remains
 */
export async function mergeParts(editing: Editing, fromId: string, intoId: string): Promise<void> {
  if (fromId === intoId) {
    throw new Problem('same_part', 422, t('into: a part cannot be merged into itself.'), {
      field: 'into',
    })
  }
  await inEditing(editing, async (hand) => {
    const { trx } = hand
    const locked = new Map<string, EditedPart>()
    for (const id of [fromId, intoId].toSorted((a, b) => Number(a) - Number(b))) {
      const part = await lockPart(trx, id)
      if (!part) throw noPart(id === intoId ? 'into' : undefined)
      locked.set(id, part)
    }
    const from = locked.get(fromId)
    const into = locked.get(intoId)
    if (!from || !into) throw noPart()
    await moveAll(trx, from.id, into.id)
    await trx('part_aliases')
      .where({ part_id: from.id })
      .update({ part_id: into.id, kind: 'merged' })
    await keepName(hand, from, into.id, 'merged')
    await trx('parts').where({ id: from.id }).delete()
    await refreshSearch(trx, [into.id])
    const done = { action: 'merge_part', details: { into: wordsOf(into) } } as const
    await noteAct(hand, `part:${into.id}`, done, wordsOf(from))
  })
}

/** The remaining part's own rows, of the same source, and its corrections win. */
async function moveAll(trx: Knex, from: string, into: string): Promise<void> {
  const ids = { from, into }
  await trx.raw(
    `update part_corrections c set part_id = :into where part_id = :from and kind <> 'field'
       and not exists (select from part_corrections o
         where o.part_id = :into and o.kind = c.kind and o.key = c.key)
       -- Of an offer that is the other's own, nothing was said by hand.
       and not (c.kind = 'offer' and exists (select from offers o
         where o.part_id = :into and o.merchant_id::text = c.key))`,
    ids,
  )
  await trx.raw(
    `insert into price_months (part_id, month, merchant_id, steps)
     select :into, month, merchant_id, steps from price_months
     where part_id = :from on conflict do nothing`,
    ids,
  )
  const { rows } = await trx.raw<{ rows: OfferKey[] }>(
    `update offers o set part_id = :into where part_id = :from and source_id <> :hand
       and not exists (select from offers x where x.part_id = :into
         and x.merchant_id = o.merchant_id and x.source_id = o.source_id)
     returning part_id, merchant_id`,
    { ...ids, hand: HAND },
  )
  await projectOffers(trx, rows)
  await trx.raw(
    `insert into cross_references as c (part_id, number_key, brand_key, number, brand, said_by)
     select :into, number_key, brand_key, number, brand, said_by from cross_references
     where part_id = :from on conflict (part_id, number_key, brand_key)
       do update set said_by = excluded.said_by || c.said_by`,
    ids,
  )
  await trx.raw(
    `insert into part_fits as f
       (part_id, make_key, model_key, year_from, year_to, make, model, said_by)
     select :into, make_key, model_key, year_from, year_to, make, model, said_by from part_fits
     where part_id = :from on conflict (part_id, make_key, model_key, year_from)
       do update set said_by = excluded.said_by || f.said_by`,
    ids,
  )
  await takeOutAgain(trx, into)
}

/** Facts removed from the remaining part do not come back with the merged one. */
async function takeOutAgain(trx: Knex, into: string): Promise<void> {
  await trx.raw(
    `delete from cross_references r using part_corrections c where r.part_id = :into
       and c.part_id = :into and c.kind = 'reference' and c.stands is null
       and c.key::jsonb->>0 = r.number_key and c.key::jsonb->>1 = r.brand_key`,
    { into },
  )
  await trx.raw(
    `delete from part_fits f using part_corrections c where f.part_id = :into
       and c.part_id = :into and c.kind = 'fit' and c.stands is null
       and c.key::jsonb->>0 = f.make_key and c.key::jsonb->>1 = f.model_key
       and (c.key::jsonb->>2)::int = f.year_from`,
    { into },
  )
}

const keysOf = ({ partNumber, brand }: Reference) => ({
  number_key: partNumberKey(partNumber),
  brand_key: brandKey(brand),
})

/** Ends a merge: the next import creates the merged part anew. */
export async function separate({ trx }: Hand, part: EditedPart, name: Reference): Promise<Done> {
  const count = await trx('part_aliases')
    .where({ ...keysOf(name), part_id: part.id, kind: 'merged' })
    .delete()
  if (count === 0) {
    throw new Problem('not_found', 404, t('partNumber: no such part was merged into this one.'), {
      field: 'partNumber',
    })
  }
  await refreshSearch(trx, [part.id])
  return { action: 'separate_part', details: { part: `${name.brand} ${name.partNumber}` } }
}

/** A removed part returns with the next import that names it. @throws Problem 404 */
export async function letPartIn(editing: Editing, name: Reference): Promise<void> {
  await inEditing(editing, async (hand) => {
    const [row]: { name: string; brand: string; number: string }[] = await hand
      .trx('part_aliases')
      .where(keysOf(name))
      .whereNull('part_id')
      .delete()
      .returning(['name', 'brand', 'number'])
    if (!row) throw noPart('partNumber')
    await noteAct(hand, 'part:', { action: 'let_in_part' }, wordsOf(row))
  })
}
