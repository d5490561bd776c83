/** What a merchant asks for a part, said by hand, or taken out. */
import type { Knex } from 'knex'

import type { Json } from '#shared/sync/cells.ts'
import type { Columns } from '../parts/corrections.ts'
import type { Done, EditedPart, Hand } from './editing.ts'

import { formatCents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { inLanguage } from '../words/language.ts'
import { shippingSql } from '../parts/merchants.ts'
import { columnsOf, dropCorrection, keepCorrection, readCorrection } from './editing.ts'

export const OFFER_TABLES = ['offers', 'foreign_offers'] as const

export interface OfferWish {
  baseCents?: number | undefined
  shippingCents?: number | null | undefined
  availability?: string | undefined
  link?: string | undefined
}

/** The amount is what somebody says it is: nothing was converted. */
const NOT_CONVERTED = { own_currency: null, own_cents: null, rate: null, rate_at: null }

function columnsOfWish({ baseCents, shippingCents, availability, link }: OfferWish): Columns {
  return {
    ...(baseCents !== undefined && { base_cents: baseCents, ...NOT_CONVERTED }),
    ...(shippingCents !== undefined && { shipping_cents: shippingCents }),
    ...(availability !== undefined && { availability }),
    ...(link !== undefined && { buy_link: link }),
  }
}

const noOffer = () =>
  new Problem('not_found', 404, t('merchantId: this merchant has no offer of the part.'), {
    field: 'merchantId',
  })

/** Corrects some of an offer; what is the same as it stands is left to its source. */
export async function correctOffer(
  hand: Hand,
  part: EditedPart,
  merchantId: number,
  wish: OfferWish,
): Promise<Done | null> {
  const { trx } = hand
  const found = await readOffer(trx, part.id, merchantId)
  if (!found) throw noOffer()
  if (found.table === 'foreign_offers') {
    throw new Problem(
      'foreign',
      409,
      t('merchantId: an offer in another currency cannot be changed.'),
      {
        field: 'merchantId',
      },
    )
  }
  const key = String(merchantId)
  const before = await readCorrection(trx, part.id, 'offer', key)
  const hands = { ...columnsOf(before?.stands ?? null) }
  const said = { ...columnsOf(before?.said ?? null) }
  const changed: Columns = {}
  for (const [column, value] of Object.entries(columnsOfWish(wish))) {
    if (found.row[column] === value && !(column in hands)) continue
    if (!(column in said)) said[column] = found.row[column] ?? null
    hands[column] = value
    if (found.row[column] !== value) changed[column] = value
  }
  if (Object.keys(changed).length === 0) return null
  await updateOffer(trx, { part_id: part.id, merchant_id: merchantId }, changed)
  await keepCorrection(hand, part.id, 'offer', key, { said, stands: hands })
  return {
    action: 'correct_offer',
    details: { merchant: found.merchant, ...wordsOfOffer(changed) },
  }
}

/** No import brings it back. */
export async function removeOffer(hand: Hand, part: EditedPart, merchantId: number): Promise<Done> {
  const { trx } = hand
  const found = await readOffer(trx, part.id, merchantId)
  if (!found) throw noOffer()
  const key = String(merchantId)
  const before = await readCorrection(trx, part.id, 'offer', key)
  const said = { ...found.row, ...columnsOf(before?.said ?? null) }
  await trx(found.table).where({ part_id: part.id, merchant_id: merchantId }).delete()
  await keepCorrection(hand, part.id, 'offer', key, { said, stands: null })
  return { action: 'remove_offer', details: { merchant: found.merchant } }
}

/** The offer is as its source says. */
export async function takeBackOffer(
  { trx }: Hand,
  part: EditedPart,
  key: string,
): Promise<Done | null> {
  const before = await readCorrection(trx, part.id, 'offer', key)
  if (!before) return null
  const of = { part_id: part.id, merchant_id: Number(key) }
  const said = columnsOf(before.said)
  if (before.stands === null) {
    const isForeign = isForeignRow(said)
    const table = isForeign ? 'foreign_offers' : 'offers'
    await trx.raw(
      `insert into ${table} select r.* from jsonb_populate_record(null::${table}, :said::jsonb) r
       on conflict do nothing`,
      { said: JSON.stringify({ ...said, ...of }) },
    )
  } else if (Object.keys(said).length > 0) await updateOffer(trx, of, said)
  await dropCorrection(trx, part.id, 'offer', key)
  const merchant = await trx('merchants').where({ id: of.merchant_id }).first('name')
  const { name = '' } = (merchant ?? {}) as { name?: string }
  return { action: 'take_back_correction', details: { merchant: name } }
}

/** What was noted over time of an amount that was wrong is what it is now. */
async function updateOffer(
  trx: Knex,
  of: { part_id: string; merchant_id: number },
  columns: Columns,
): Promise<void> {
  const before = await totalOf(trx, of)
  await trx('offers').where(of).update(columns)
  const after = await totalOf(trx, of)
  if (before === null || after === null || before === after) return
  await trx.raw(
    `update price_months m set steps[cardinality(steps)] = :after::int
     where part_id = :part_id and merchant_id = :merchant_id
       and steps[cardinality(steps)] = :before::int
       and month = (select max(month) from price_months
         where part_id = :part_id and merchant_id = :merchant_id)`,
    { ...of, before, after },
  )
}

/** In all, as prices are kept over time; null where somebody does not say. */
async function totalOf(
  trx: Knex,
  of: { part_id: string; merchant_id: number },
): Promise<number | null> {
  const { rows } = await trx.raw<{ rows: { total: number | null }[] }>(
    `select greatest(0, o.base_cents - coalesce(o.promo_cents, 0)) + coalesce(o.tax_cents, 0)
       + coalesce(o.core_cents, 0) + ${shippingSql('o', 'm')} as total
     from offers o join merchants m on m.id = o.merchant_id
     where o.part_id = :part_id and o.merchant_id = :merchant_id`,
    of,
  )
  return rows[0]?.total ?? null
}

/** In a currency that nobody gave a rate for. */
export const isForeignRow = (row: Columns): boolean =>
  typeof row['own_currency'] === 'string' && (row['own_cents'] ?? null) === null

interface FoundOffer {
  table: (typeof OFFER_TABLES)[number]
  row: Columns
  merchant: string
}

async function readOffer(
  trx: Knex,
  partId: string,
  merchantId: number,
): Promise<FoundOffer | null> {
  for (const table of OFFER_TABLES) {
    const { rows } = await trx.raw<{ rows: { row: Columns; merchant: string }[] }>(
      `select to_jsonb(o) as row, m.name as merchant from ${table} o
       join merchants m on m.id = o.merchant_id
       where o.part_id = :partId and o.merchant_id = :merchantId for update of o`,
      { partId, merchantId },
    )
    if (rows[0]) return { table, ...rows[0] }
  }
  return null
}

function wordsOfOffer(columns: Columns): Record<string, Json> {
  const cents = (value: Json | undefined) =>
    typeof value === 'number' ? inLanguage(null, () => formatCents(value)) : 'unknown'
  return {
    ...('base_cents' in columns && { price: cents(columns['base_cents']) }),
    ...('shipping_cents' in columns && { shipping: cents(columns['shipping_cents']) }),
    ...('availability' in columns && { availability: columns['availability'] ?? '' }),
    ...('buy_link' in columns && { link: columns['buy_link'] ?? '' }),
  }
}
