/**
 * Offers as sources say them, a row each. Of a part and a merchant one row stands, which shoppers
 * see: the newest, or what was corrected by hand.
 */
import type { Knex } from 'knex'
import type { Speaker } from './saidBy.ts'

import { SOLD_OUT } from '#shared/catalogue/offer.ts'
import { OFFER_COLUMNS } from './incoming.ts'
import { totalSql } from './merchants.ts'
import { partRanges } from './partRanges.ts'
import { IN_DOLLARS } from './readOffers.ts'

/** Speaker of rows that are the newest offer with the values of a correction. */
export const HAND = 'hand'

export interface OfferKey {
  part_id: string
  merchant_id: number
}

const VALUES = OFFER_COLUMNS.join()

/** A row `o` as its source had it before a run. */
const BEFORE = `jsonb_strip_nulls(
  to_jsonb(o) - '{part_id,merchant_id,source_id,stands,before}'::text[])`

/** Order of a merchant's rows: the greatest stands. */
const rankOf = (row: string) =>
  `(${row}.source_id = '${HAND}', ${row}.as_of, coalesce(${row}.run, 0), ${row}.source_id)`

/** Whether another source said a row `o` anew. */
const IS_OUTRANKED = `exists (select from offers x where x.part_id = o.part_id
  and x.merchant_id = o.merchant_id and x.source_id not in ('${HAND}', o.source_id)
  and ${rankOf('x')} > ${rankOf('o')})`

/**
 * Stores what a source says, as rows of the table; its later row replaces its earlier one, whatever times its file names.
 * @returns how many rows are new or changed
 */
export async function storeOffers(
  trx: Knex,
  rows: readonly OfferKey[],
  speaker: Speaker,
): Promise<number> {
  if (rows.length === 0) return 0
  const { rows: written } = await trx.raw<{ rows: OfferKey[] }>(
    `insert into offers as o (part_id, merchant_id, ${VALUES}, source_id, run)
     select distinct on (part_id, merchant_id) part_id, merchant_id, ${VALUES}, :me,
       nullif(:nth::int, 0)
     from jsonb_populate_recordset(null::offers, :rows::jsonb) with ordinality
     -- Two names of one part may say two things: the last counts.
     order by part_id, merchant_id, as_of desc, ordinality desc
     on conflict (part_id, merchant_id, source_id) do update set
       ${OFFER_COLUMNS.map((name) => `${name} = excluded.${name}`).join()}, run = excluded.run,
       before = case when o.run is distinct from excluded.run then ${BEFORE} else o.before end
     where o.as_of < excluded.as_of or :me <> ''
     returning part_id, merchant_id`,
    { rows: JSON.stringify(rows), ...speaker },
  )
  await projectOffers(trx, written)
  await observePrices(trx, written)
  return written.length
}

/** Makes the right row of each offer stand, after sources or hands said something. */
export async function projectOffers(trx: Knex, keys: readonly OfferKey[]): Promise<void> {
  if (keys.length === 0) return
  const asked = `jsonb_to_recordset(:keys::jsonb) as k(part_id bigint, merchant_id int)`
  const bindings = { keys: JSON.stringify(keys) }
  await trx.raw(
    `with corrected as (
       select distinct on (o.part_id, o.merchant_id) r.*
       from ${asked} join offers o using (part_id, merchant_id)
       join part_corrections c on c.part_id = o.part_id and c.kind = 'offer'
         and c.key = o.merchant_id::text and c.stands is not null
       cross join lateral jsonb_populate_record(o, c.stands) r
       where o.source_id <> '${HAND}' order by o.part_id, o.merchant_id, ${rankOf('o')} desc
     ), counted as (
       -- A corrected amount is in dollars.
       select * from corrected where ${IN_DOLLARS}
     ), gone as (
       delete from offers o using ${asked}
       where o.part_id = k.part_id and o.merchant_id = k.merchant_id and o.source_id = '${HAND}'
         and not exists (select from counted c
           where c.part_id = o.part_id and c.merchant_id = o.merchant_id)
     )
     insert into offers (part_id, merchant_id, ${VALUES}, source_id)
     select part_id, merchant_id, ${VALUES}, '${HAND}' from counted
     on conflict (part_id, merchant_id, source_id) do update set
       ${OFFER_COLUMNS.map((name) => `${name} = excluded.${name}`).join()}`,
    bindings,
  )
  await trx.raw(
    `update offers o set stands = not o.stands from ${asked}
     where o.part_id = k.part_id and o.merchant_id = k.merchant_id and o.stands = (
       exists (select from part_corrections c where c.part_id = o.part_id and c.kind = 'offer'
         and c.key = o.merchant_id::text and c.stands is null)
       or exists (select from offers x where x.part_id = o.part_id
         and x.merchant_id = o.merchant_id and ${rankOf('x')} > ${rankOf('o')}))`,
    bindings,
  )
}

/** Month number of a UTC time, as `monthOf`. */
const monthSql = (at: string) =>
  `(extract(year from ${at}) * 12 + extract(month from ${at}) - 1)::int`
/** Minutes since the month began. */
const minuteSql = (at: string) =>
  `floor(extract(epoch from ${at} - date_trunc('month', ${at})) / 60)::int`

/**
 * Adds what stands to the price history. At most one price a day: the day's last word. A price is
 * kept when somebody could pay it: one without its shipping, or of what is sold out, would draw a
 * low that never was. Until the merchant says a whole one again the last whole one stands.
 */
async function observePrices(trx: Knex, keys: readonly OfferKey[]): Promise<void> {
  if (keys.length === 0) return
  await trx.raw(
    `insert into price_months as m (part_id, month, merchant_id, steps)
     select o.part_id, ${monthSql('at')}, o.merchant_id, array[${minuteSql('at')}, total]
     from jsonb_to_recordset(:keys::jsonb) as k(part_id bigint, merchant_id int)
     join offers o using (part_id, merchant_id)
     join merchants s on s.id = o.merchant_id and s.history_allowed
     cross join lateral (
       select o.as_of at time zone 'UTC' as at, ${totalSql('o', 's')} as total) as seen
     where o.stands and o.${IN_DOLLARS} and total is not null and o.availability !~* :soldOut
     on conflict (part_id, month, merchant_id) do update set steps =
       case when m.steps[cardinality(m.steps) - 1] / 1440 = excluded.steps[1] / 1440
         then m.steps[1:cardinality(m.steps) - 2] || excluded.steps
         else m.steps || excluded.steps end
     where m.steps[cardinality(m.steps) - 1] < excluded.steps[1]
       and m.steps[cardinality(m.steps)] <> excluded.steps[2]`,
    { keys: JSON.stringify(keys), soldOut: SOLD_OUT },
  )
}

interface Range {
  /** Number of the run. */
  nth: number
  /** Ids of parts: beyond the first, up to the second. */
  after: string
  to: string
}

const OF_RANGE = 'o.part_id > :after and o.part_id <= :to'

/** Each source's word is again what it was before a run. @returns how many offers changed */
export async function takeBackOffers(trx: Knex, range: Range): Promise<number> {
  const last = `from offers o join offers s using (part_id, merchant_id)
    cross join lateral (select o.as_of at time zone 'UTC' as at) as seen
    where ${OF_RANGE} and o.run = :nth and s.stands and s.as_of = o.as_of
      and m.part_id = o.part_id and m.merchant_id = o.merchant_id and m.month = ${monthSql('at')}
      and m.steps[cardinality(m.steps) - 1] = ${minuteSql('at')}`
  await trx.raw(
    `delete from price_months m where cardinality(m.steps) = 2 and exists (select ${last})`,
    { ...range },
  )
  await trx.raw(`update price_months m set steps = m.steps[1:cardinality(m.steps) - 2] ${last}`, {
    ...range,
  })
  const { rows: keys } = await trx.raw<{ rows: OfferKey[] }>(
    `with restored as (
       update offers o set (${VALUES}, run, before) = (
         select ${VALUES}, run, null::jsonb from jsonb_populate_record(null::offers, o.before))
       where ${OF_RANGE} and o.run = :nth and o.before is not null returning part_id, merchant_id
     ), gone as (
       delete from offers o where ${OF_RANGE} and o.run = :nth and o.before is null
       returning part_id, merchant_id
     )
     select * from restored union all select * from gone`,
    { ...range },
  )
  await projectOffers(trx, keys)
  await observePrices(trx, keys)
  return keys.length
}

/** After a full file: offers of its source that it does not name are out of stock. */
export async function sellOut(
  trx: Knex,
  { sourceId, at, ...range }: Range & { sourceId: string; at: Date },
): Promise<void> {
  const { rows: keys } = await trx.raw<{ rows: OfferKey[] }>(
    `update offers o set before = ${BEFORE}, availability = 'Out of stock', run = :nth,
       -- What another source said since goes on standing.
       as_of = case when ${IS_OUTRANKED} then o.as_of else :at end
     where ${OF_RANGE} and o.source_id = :sourceId and o.run is distinct from :nth::int
       and o.availability !~* :soldOut
     returning part_id, merchant_id`,
    { ...range, sourceId, at, soldOut: SOLD_OUT },
  )
  await projectOffers(trx, keys)
}

/** Deletes a removed source's offers that another said anew; the others stay until they expire. */
export async function forgetOffers(trx: Knex, sourceId: string): Promise<void> {
  for await (const [after, to] of partRanges(trx, 'offers')) {
    await trx.raw(
      `delete from offers o where ${OF_RANGE} and o.source_id = :sourceId and ${IS_OUTRANKED}`,
      { after, to, sourceId },
    )
  }
}
