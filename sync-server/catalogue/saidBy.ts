/**
 * Sources of a part's facts: fits and cross references. A fact goes with its last source.
 */
import type { Knex } from 'knex'

import { fitKeys, type IncomingPart, partKeys } from './incoming.ts'
import { partRanges } from './partRanges.ts'
import { refreshSearch } from './searchText.ts'

export interface Speaker {
  /** '' for no source. */
  me: string
  /** Number of the import run; 0 for none. */
  nth: number
}

export interface IdentifiedPart {
  partId: string
  part: IncomingPart
}

/** Rows per statement. */
const RANGE = 20_000

/** Whether another visible merchant, beside the source, offers a part. @param part its id */
export const isOthersSql = (part: string) => `exists (
  select from offers o
  where o.part_id = ${part} and o.source_id <> :me::text
    and (o.source_id = '' or exists (select from feed_sources where id = o.source_id)))`

/**
 * Parts as pages of a shop say them: nothing about what others offer, for nobody reviews pages before
 * they count.
 */
export async function withoutOthers(
  trx: Knex,
  parts: readonly IncomingPart[],
): Promise<IncomingPart[]> {
  const rows = parts.map((part, at) => ({ at, ...partKeys(part) }))
  const { rows: old } = await trx.raw<{ rows: { at: number }[] }>(
    `select r.at from jsonb_to_recordset(:rows::jsonb) as r(at int, number_key text, brand_key text)
     join parts p using (number_key, brand_key) where ${isOthersSql('p.id')}`,
    { rows: JSON.stringify(rows), me: '' },
  )
  const isOthers = new Set(old.map(({ at }) => at))
  return parts.map((part, at) =>
    isOthers.has(at) ? { ...part, name: '', fits: [], crossReferences: [] } : part,
  )
}

export async function storeFits(
  trx: Knex,
  all: readonly IdentifiedPart[],
  speaker: Speaker,
): Promise<void> {
  const rows = all.flatMap(({ partId, part }) =>
    part.fits.map((fit) => ({
      part_id: partId,
      ...fitKeys(fit),
      year_to: fit.yearTo,
      make: fit.make,
      model: fit.model,
    })),
  )
  if (rows.length === 0) return
  await trx.raw(
    `insert into part_fits as f
       (part_id, make_key, model_key, year_from, year_to, make, model, said_by)
     select distinct on (part_id, make_key, model_key, year_from) *,
       jsonb_build_object(:me::text, jsonb_build_array(:nth::int))
     from jsonb_to_recordset(:rows::jsonb) as r(part_id bigint, make_key text, model_key text,
       year_from smallint, year_to smallint, make text, model text)
     order by part_id, make_key, model_key, year_from
     on conflict (part_id, make_key, model_key, year_from) do update set
       year_to = excluded.year_to,
       said_by = f.said_by || case
         when f.said_by->:me::text->0 = to_jsonb(:nth::int) then '{}'
         when f.year_to = excluded.year_to then excluded.said_by
         else jsonb_build_object(:me::text, jsonb_build_array(:nth::int, f.year_to)) end
     where case when f.year_to = excluded.year_to then f.said_by->:me::text is null
       -- A year that another source says is not changed.
       else f.said_by - :me::text - '' = '{}' end`,
    { rows: JSON.stringify(rows), ...speaker },
  )
}

/** @returns parts that got a new number */
export async function storeReferences(
  trx: Knex,
  all: readonly IdentifiedPart[],
  speaker: Speaker,
): Promise<string[]> {
  const rows = all.flatMap(({ partId, part }) =>
    part.crossReferences.map(({ number, brand }) => ({
      part_id: partId,
      ...partKeys({ number, brand }),
      number,
      brand,
    })),
  )
  if (rows.length === 0) return []
  const { rows: added } = await trx.raw<{ rows: { part_id: string; is_new: boolean }[] }>(
    `insert into cross_references as c (part_id, number_key, brand_key, number, brand, said_by)
     select distinct on (part_id, number_key, brand_key) *,
       jsonb_build_object(:me::text, jsonb_build_array(:nth::int))
     from jsonb_to_recordset(:rows::jsonb)
       as r(part_id bigint, number_key text, brand_key text, number text, brand text)
     where number_key <> ''
     on conflict (part_id, number_key, brand_key) do update set
       said_by = c.said_by || excluded.said_by
     where c.said_by->:me::text is null
     returning part_id, xmax = 0 as is_new`,
    { rows: JSON.stringify(rows), ...speaker },
  )
  return added.flatMap(({ part_id, is_new }) => (is_new ? [part_id] : []))
}

/** Removes a source's word, of one run or of all (null); facts without a source go. */
export async function unsay(trx: Knex, me: string, nth: number | null): Promise<void> {
  const isMine = `part_id > :after and part_id <= :to and said_by->:me::text is not null
    and (:nth::int is null or said_by->:me::text->0 = to_jsonb(:nth::int))`
  for (const table of ['part_fits', 'cross_references'] as const) {
    for await (const [after, to] of partRanges(trx, table, RANGE)) {
      const bindings = { after, to, me, nth }
      if (table === 'part_fits') {
        await trx.raw(
          `update part_fits set year_to = (said_by->:me::text->>1)::smallint,
             said_by = said_by || jsonb_build_object(:me::text, '[0]'::jsonb)
           where ${isMine} and said_by->:me::text->1 is not null
             and said_by - :me::text - '' = '{}'`,
          bindings,
        )
      }
      const { rows: gone } = await trx.raw<{ rows: { part_id: string }[] }>(
        `delete from ${table} where ${isMine} and said_by - :me::text = '{}' returning part_id`,
        bindings,
      )
      await trx.raw(`update ${table} set said_by = said_by - :me::text where ${isMine}`, bindings)
      if (table === 'part_fits') continue
      await refreshSearch(trx, [...new Set(gone.map(({ part_id: id }) => id))])
    }
  }
}
