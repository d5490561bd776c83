/**
 * Names of parts as sources say them, a row each. Each column stands as the source said it that
 * spoke anew last, or as it was corrected by hand; repeating old names is not speaking anew.
 */
import type { Knex } from 'knex'

import type { Json } from '#shared/cells/cells.ts'
import type { IncomingPart } from './incoming.ts'
import type { Speaker } from './saidBy.ts'

import { partRanges } from './partRanges.ts'
import { refreshSearch } from './searchText.ts'

const COLUMNS = 'name, category, image, retailer_number, rating_average, rating_count, is_demo'

/** SQL of readNames(). @param part SQL of its id */
export const namesSql = (part: string) => `(
  select jsonb_object_agg(said.key, said.value order by n.since) from part_names n
  cross join lateral jsonb_each(n.said) said where n.part_id = ${part})`

/** Names that all sources together give a part, by column; null where none has one. */
export async function readNames(
  db: Knex,
  partId: string,
): Promise<Partial<Record<string, Json>> | null> {
  const { rows } = await db.raw<{ rows: { names: Record<string, Json> | null }[] }>(
    `select ${namesSql(':partId::bigint')} as names`,
    { partId },
  )
  return rows[0]?.names ?? null
}

/** A source's names of a part, by column, without those it does not say. */
export function namesOf({ name, category, image, retailerNumber }: IncomingPart) {
  const all = { name, category, image, retailer_number: retailerNumber }
  return Object.fromEntries(Object.entries(all).filter(([, said]) => said !== ''))
}

/**
 * Stores a source's names of parts that are in the catalogue.
 * @returns the parts it called otherwise before
 */
export async function storeNames(
  trx: Knex,
  all: readonly { partId: string; part: IncomingPart }[],
  isDemo: boolean,
  speaker: Speaker,
): Promise<string[]> {
  const rows = all.flatMap(({ partId, part }) => {
    const { average, count } = part.rating
    const rating = count > 0 && { rating_average: average, rating_count: count }
    const said = { ...namesOf(part), ...rating, is_demo: isDemo }
    return part.name === '' ? [] : [{ part_id: partId, said }]
  })
  if (rows.length === 0) return []
  const { rows: changed } = await trx.raw<{ rows: { part_id: string }[] }>(
    `insert into part_names as n (part_id, source_id, said, since, run)
     select r.part_id, :me, r.said, coalesce(
       -- Names that were nobody's in particular may have been this source's.
       (select since from part_names x where x.part_id = r.part_id and x.source_id = ''
         and x.said @> r.said and :me <> ''),
       (select 1 + max(since) from part_names x where x.part_id = r.part_id), 1),
       nullif(:nth::int, 0)
     from jsonb_to_recordset(:rows::jsonb) as r(part_id bigint, said jsonb)
     on conflict (part_id, source_id) do update set said = n.said || excluded.said,
       since = excluded.since, run = excluded.run,
       before = case when n.run is distinct from excluded.run
         then jsonb_build_object('said', n.said, 'since', n.since, 'run', n.run) else n.before end
     where not n.said @> excluded.said
     returning part_id`,
    { rows: JSON.stringify(rows), ...speaker },
  )
  return changed.map((row) => row.part_id)
}

/** Makes the right names of parts stand, after sources or hands said something. */
export async function projectNames(trx: Knex, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.raw(
    `update parts p set (${COLUMNS}) = (
       select ${COLUMNS} from jsonb_populate_record(p, told.names || told.hand))
     from (
       select asked.id, '{"category": "", "image": "", "retailer_number": ""}'::jsonb
           || ${namesSql('asked.id')} as names,
         coalesce((select jsonb_object_agg(key, stands) from part_corrections
           where part_id = asked.id and kind = 'field'), '{}') as hand
       from unnest(:ids::bigint[]) as asked(id)) as told
     where p.id = told.id and told.names is not null`,
    { ids },
  )
  await refreshSearch(trx, ids)
}

/**
 * Each source calls parts again as before a run. Parts that nobody names or offers go.
 * @param range the run, and ids of parts: beyond the first, up to the second
 */
export async function takeBackNames(
  trx: Knex,
  range: { nth: number; after: string; to: string },
): Promise<void> {
  const ofRange = 'part_id > :after and part_id <= :to and run = :nth'
  const { rows } = await trx.raw<{ rows: { part_id: string }[] }>(
    `with restored as (
       update part_names set said = before->'said', since = (before->>'since')::int,
         run = (before->>'run')::int, before = null
       where ${ofRange} and before is not null returning part_id
     ), gone as (delete from part_names where ${ofRange} and before is null returning part_id)
     select * from restored union all select * from gone`,
    { ...range },
  )
  const ids = rows.map((row) => row.part_id)
  await trx.raw(
    `delete from parts p where id = any(:ids::bigint[])
       and not exists (select from part_names where part_id = p.id)
       and not exists (select from offers where part_id = p.id)`,
    { ids },
  )
  await projectNames(trx, ids)
}

/** A removed source's names fall back to other sources'; they stay where no other has any. */
export async function forgetNames(trx: Knex, me: string): Promise<void> {
  for await (const [after, to] of partRanges(trx, 'part_names')) {
    const { rows } = await trx.raw<{ rows: { part_id: string }[] }>(
      `delete from part_names n where part_id > :after and part_id <= :to and source_id = :me
         and exists (select from part_names x where x.part_id = n.part_id and x.source_id <> :me)
       returning part_id`,
      { after, to, me },
    )
    await projectNames(
      trx,
      rows.map((row) => row.part_id),
    )
  }
}
