/** Corrections of merchants: renamed, hidden, merged or removed. */
import type { Knex } from 'knex'

import type { DeskMerchants } from '#shared/catalogue/correction.ts'

import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { partRanges } from '../catalogue/partRanges.ts'
import { MERCHANT_COLUMNS, merchantKey, merchantOf } from '../catalogue/merchants.ts'
import { HAND, type OfferKey, projectOffers } from '../catalogue/saidOffers.ts'
import { type Done, type Editing, type Hand, inEditing, noteAct } from './editing.ts'
import { A_PAGE, pageOf } from '../db/keyset.ts'

/** Offers moved or deleted in one statement. */
const RANGE = 5_000

interface MerchantRow {
  id: number
  name: string
  name_key: string
  said_name: string | null
  hidden_at: Date | null
}

/** By name. @param after the previous page's `next` */
export async function listDeskMerchants(
  db: Knex,
  { q, after }: { q: string; after?: string | undefined },
): Promise<DeskMerchants> {
  const key = merchantKey(q)
  const rows: ListedRow[] = await db('merchants')
    .where((all) => {
      if (key !== '') void all.whereRaw('name_key like ?', [`%${key}%`])
      if (after !== undefined) void all.where('name_key', '>', after)
    })
    .orderBy('name_key')
    .limit(A_PAGE + 1)
    .select(...MERCHANT_COLUMNS, 'name_key', 'said_name', 'hidden_at')
  const { next } = pageOf(rows, A_PAGE, (row) => row.name_key)
  const merchants = rows.slice(0, A_PAGE).map((row) => ({
    ...merchantOf(row),
    said: row.said_name,
    isHidden: row.hidden_at !== null,
  }))
  return { merchants, next }
}

type ListedRow = MerchantRow & Parameters<typeof merchantOf>[0]

const noMerchant = (field?: string) =>
  new Problem(
    'not_found',
    404,
    t('There is no such merchant.'),
    field === undefined ? {} : { field },
  )

async function lockMerchant(trx: Knex, id: string): Promise<MerchantRow | null> {
  if (!/^\d{1,9}$/.test(id)) return null
  const row: MerchantRow | undefined = await trx('merchants').where({ id }).forUpdate().first()
  return row ?? null
}

/** @param work the act, null for no change. @throws Problem 404 */
export function editMerchant(
  editing: Editing,
  id: string,
  work: (hand: Hand, merchant: MerchantRow) => Promise<Done | null>,
): Promise<void> {
  return inEditing(editing, async (hand) => {
    const merchant = await lockMerchant(hand.trx, id)
    if (!merchant) throw noMerchant()
    const done = await work(hand, merchant)
    if (done) await noteAct(hand, `merchant:${id}`, done, merchant.name)
  })
}

/** @param name null for the sources' name */
export async function renameMerchant(
  hand: Hand,
  merchant: MerchantRow,
  name: string | null,
): Promise<Done | null> {
  const { trx } = hand
  const said = merchant.said_name ?? merchant.name
  const next = name ?? said
  if (next === merchant.name) return null
  const key = merchantKey(next)
  const other = await trx('merchants')
    .where({ name_key: key })
    .whereNot({ id: merchant.id })
    .first()
  const alias: { merchant_id: number | null } | undefined = await trx('merchant_aliases')
    .where({ name_key: key })
    .first('merchant_id')
  if (other || (alias && alias.merchant_id !== merchant.id)) {
    const sentence = t('name: another merchant has this name, or had it. Merge this one into it.')
    throw new Problem('taken', 409, sentence, { field: 'name' })
  }
  await trx('merchants')
    .where({ id: merchant.id })
    .update({ name: next, said_name: next === said ? null : said })
  // Files may already use the new name.
  if (key !== merchant.name_key) await keepMerchantName(hand, key, next, merchant.id)
  const action = name === null ? 'take_back_correction' : 'rename_merchant'
  return { action, details: { from: merchant.name, to: next } }
}

export async function setMerchantHidden(
  { trx, now }: Hand,
  merchant: MerchantRow,
  isHidden: boolean,
): Promise<Done | null> {
  if ((merchant.hidden_at !== null) === isHidden) return null
  await trx('merchants')
    .where({ id: merchant.id })
    .update({ hidden_at: isHidden ? new Date(now) : null })
  return { action: isHidden ? 'hide_merchant' : 'show_merchant' }
}

/** Deletes the merchant with its offers and prices; no import brings it back. */
export async function removeMerchant(hand: Hand, merchant: MerchantRow): Promise<Done> {
  const { trx } = hand
  await takeTime(trx)
  const key = String(merchant.id)
  await trx('part_corrections').where({ kind: 'offer', key }).delete()
  await trx('merchant_aliases').where({ merchant_id: merchant.id }).update({ merchant_id: null })
  await keepMerchantName(hand, merchant.name_key, merchant.name, null)
  await deleteMerchant(trx, merchant.id)
  return { action: 'remove_merchant' }
}

/** Sources' offers of the first merchant are the second's, which keeps those it has of a source. */
export async function mergeMerchants(hand: Hand, from: MerchantRow, intoId: string): Promise<Done> {
  const { trx } = hand
  if (String(from.id) === intoId) {
    throw new Problem('same_merchant', 422, t('into: a merchant cannot be merged into itself.'), {
      field: 'into',
    })
  }
  const into = await lockMerchant(trx, intoId)
  if (!into) throw noMerchant('into')
  await takeTime(trx)
  const ids = { from: from.id, into: into.id, fromKey: String(from.id), intoKey: String(into.id) }
  await trx.raw(
    `update part_corrections c set key = :intoKey where kind = 'offer' and key = :fromKey
       and not exists (select from part_corrections o where o.part_id = c.part_id
         and o.kind = 'offer' and o.key = :intoKey)
       and not exists (select from offers o
         where o.part_id = c.part_id and o.merchant_id = :into)`,
    ids,
  )
  await trx('part_corrections').where({ kind: 'offer', key: ids.fromKey }).delete()
  for await (const [after, to] of partRanges(trx, 'offers', RANGE)) {
    const { rows } = await trx.raw<{ rows: OfferKey[] }>(
      `update offers o set merchant_id = :into
       where part_id > :after and part_id <= :to and merchant_id = :from and source_id <> :hand
         -- Each looked up by its key: joined, those that were moved already would be read again.
         and not exists (select from offers x where x.part_id = o.part_id
           and x.merchant_id = :into and x.source_id = o.source_id offset 0)
       returning part_id, merchant_id`,
      { ...ids, after, to, hand: HAND },
    )
    await projectOffers(trx, rows)
  }
  for await (const [after, to] of partRanges(trx, 'price_months', RANGE)) {
    await trx.raw(
      `insert into price_months (part_id, month, merchant_id, steps)
       select p.part_id, p.month, :into, p.steps from price_months p
       join merchants m on m.id = :into and m.history_allowed
       where p.merchant_id = :from and p.part_id > :after and p.part_id <= :to
       on conflict do nothing`,
      { ...ids, after, to },
    )
  }
  await trx.raw(
    `update feed_sources set merchant_ids = array(
       select distinct unnest(array_replace(merchant_ids, :from::int, :into::int)))
     where :from::int = any(merchant_ids)`,
    ids,
  )
  await trx('merchant_aliases').where({ merchant_id: from.id }).update({ merchant_id: into.id })
  await keepMerchantName(hand, from.name_key, from.name, into.id)
  await deleteMerchant(trx, from.id)
  return { action: 'merge_merchant', details: { into: into.name } }
}

/** A scan of a million offers takes longer than the usual statement timeout. */
async function takeTime(trx: Knex): Promise<void> {
  await trx.raw(`set local statement_timeout = '120s'`)
}

/** Deletes offers in ranges: one large delete would block others. */
async function deleteMerchant(trx: Knex, id: number): Promise<void> {
  for (const table of ['offers', 'price_months']) {
    for await (const [after, to] of partRanges(trx, table, RANGE)) {
      await trx(table)
        .where({ merchant_id: id })
        .where('part_id', '>', after)
        .where('part_id', '<=', to)
        .delete()
    }
  }
  await trx('merchants').where({ id }).delete()
}

async function keepMerchantName(
  { trx, now, actor }: Hand,
  key: string,
  name: string,
  merchantId: number | null,
): Promise<void> {
  const made = { made_by: actor, made_at: new Date(now) }
  await trx('merchant_aliases')
    .insert({ name_key: key, merchant_id: merchantId, name, ...made })
    .onConflict('name_key')
    .merge()
}

/** A removed merchant returns with the next import that names it. @throws Problem 404 */
export async function letMerchantIn(editing: Editing, key: string): Promise<void> {
  await inEditing(editing, async (hand) => {
    const [row]: { name: string }[] = await hand
      .trx('merchant_aliases')
      .where({ name_key: key })
      .whereNull('merchant_id')
      .delete()
      .returning('name')
    if (!row) throw noMerchant('merchant')
    await noteAct(hand, 'merchant:', { action: 'let_in_merchant' }, row.name)
  })
}
