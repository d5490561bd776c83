/** Corrections of offers: changed or removed by hand. */
import type { Knex } from 'knex'

import type { Json } from '#shared/cells/cells.ts'
import type { Columns } from '../catalogue/corrections.ts'

import { DOLLARS, formatCents } from '#shared/money/money.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { inLanguage } from '../words/language.ts'
import { totalSql } from '../catalogue/merchants.ts'
import { type OfferKey, projectOffers } from '../catalogue/saidOffers.ts'
import { columnsOf, correctionOf, type Done, type EditedPart, type Hand } from './editing.ts'

export interface OfferWish {
  baseCents?: number | undefined
  shippingCents?: number | null | undefined
  availability?: string | undefined
  link?: string | undefined
}

/** A corrected amount was not converted. */
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

/** Corrects fields of an offer; unchanged values stay the source's. */
export async function correctOffer(
  hand: Hand,
  part: EditedPart,
  merchantId: number,
  wish: OfferWish,
): Promise<Done | null> {
  const { trx } = hand
  const found = await readOffer(trx, part.id, merchantId)
  if (!found) throw noOffer()
  if (found.row['currency'] !== DOLLARS) {
    const sentence = t('merchantId: an offer in another currency cannot be changed.')
    throw new Problem('foreign', 409, sentence, { field: 'merchantId' })
  }
  const { before, keep } = await correctionOf(hand, part, 'offer', String(merchantId))
  const hands = columnsOf(before?.stands ?? null)
  const wished = Object.entries(columnsOfWish(wish))
  const changed = Object.fromEntries(wished.filter(([name, value]) => found.row[name] !== value))
  if (Object.keys(changed).length === 0) return null
  await keep({ said: null, stands: { ...hands, ...changed } })
  await project(trx, { part_id: part.id, merchant_id: merchantId })
  return {
    action: 'correct_offer',
    details: { merchant: found.merchant, ...wordsOfOffer(changed) },
  }
}

/** Removes an offer; no import brings it back. */
export async function removeOffer(hand: Hand, part: EditedPart, merchantId: number): Promise<Done> {
  const { trx } = hand
  const found = await readOffer(trx, part.id, merchantId)
  if (!found) throw noOffer()
  const { keep } = await correctionOf(hand, part, 'offer', String(merchantId))
  await keep({ said: null, stands: null })
  await project(trx, { part_id: part.id, merchant_id: merchantId })
  return { action: 'remove_offer', details: { merchant: found.merchant } }
}

/** Reverts to the source's offer. */
export async function takeBackOffer(
  hand: Hand,
  part: EditedPart,
  key: string,
): Promise<Done | null> {
  const { trx } = hand
  const { before, drop } = await correctionOf(hand, part, 'offer', key)
  if (!before) return null
  const of = { part_id: part.id, merchant_id: Number(key) }
  await drop()
  await project(trx, of)
  const merchant = await trx('merchants').where({ id: of.merchant_id }).first('name')
  const { name = '' } = (merchant ?? {}) as { name?: string }
  return { action: 'take_back_correction', details: { merchant: name } }
}

/** A corrected amount replaces the wrong one in the price history too. */
async function project(trx: Knex, of: OfferKey): Promise<void> {
  const before = await totalOf(trx, of)
  await projectOffers(trx, [of])
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

/** Total as in the price history; null without a shipping cost. */
async function totalOf(trx: Knex, of: OfferKey): Promise<number | null> {
  const { rows } = await trx.raw<{ rows: { total: number | null }[] }>(
    `select ${totalSql('o', 'm')} as total from offers o join merchants m on m.id = o.merchant_id
     where o.part_id = :part_id and o.merchant_id = :merchant_id and o.stands`,
    { ...of },
  )
  return rows[0]?.total ?? null
}

interface FoundOffer {
  row: Columns
  merchant: string
}

async function readOffer(
  trx: Knex,
  partId: string,
  merchantId: number,
): Promise<FoundOffer | null> {
  const { rows } = await trx.raw<{ rows: FoundOffer[] }>(
    `select to_jsonb(o) as row, m.name as merchant from offers o
     join merchants m on m.id = o.merchant_id
     where o.part_id = :partId and o.merchant_id = :merchantId and o.stands for update of o`,
    { partId, merchantId },
  )
  return rows[0] ?? null
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
