/**
 * Candidates of a search, before prices narrow it: a bounded piece of parts, in id order. A million
 * parts are never read whole: common words walk some, rare ones use an index, vehicles the fits.
 */
import type { Knex } from 'knex'

import { joined, type Match, matchesOf } from './partMatch.ts'

/** Priced, sorted and counted at once. */
export const MOST_CANDIDATES = 1_000
/** Parts walked before the index is asked: milliseconds. */
const WALKED = 30_000
/** Matches among those; above this the index would find too many to read in time. */
const MANY = 100
/** Fits read per vehicle. */
const MOST_FITTING = 20_000

export interface Asked {
  q: string
  task: string
  category: string
  brand: readonly string[]
  make: string
  model: string
  year?: number | undefined
}

/** Shoppers see no hidden parts. Condition on `parts as p`. */
const VISIBLE: Match = { sql: 'p.hidden_at is null', bindings: [] }

export interface Candidates {
  ids: string[]
  /** Last part of the piece; null where no more follow. */
  until: string | null
}

/**
 * @param from the piece begins after this part id, '0' for the first
 * @param options.among an operator sees more parts than shoppers do
 * @param options.isNumber the words are a number that few parts have
 */
export async function findCandidates(
  db: Knex,
  asked: Asked,
  from: string,
  { among = VISIBLE, isNumber = false }: { among?: Match; isNumber?: boolean } = {},
): Promise<Candidates> {
  const isPlain = matchesOf(asked, false).length === 0
  if (hasVehicle(asked)) return ofVehicle(db, asked, from, isPlain)
  const isRare = isNumber || /\d{5}/.test(asked.q)
  const walked = isRare ? null : await walk(db, asked, from, among)
  return walked ?? throughIndex(db, asked, from, { among, isNumber })
}

export function hasVehicle({ make, model, year }: Asked): boolean {
  return make !== '' || model !== '' || year !== undefined
}

/** The condition on `part_fits as f`. */
export function fitsMatch({ make, model, year }: Asked): Match {
  return joined([
    ...(make === '' ? [] : [{ sql: 'f.make_key = ?', bindings: [make.toLowerCase()] }]),
    ...(model === '' ? [] : [{ sql: 'f.model_key = ?', bindings: [model.toLowerCase()] }]),
    ...(year === undefined
      ? []
      : [{ sql: '? between f.year_from and f.year_to', bindings: [year] }]),
  ])
}

interface Piece {
  ids: string[] | null
  until: string | null
}

/** Null where matches are so rare that the index is faster. */
async function walk(
  db: Knex,
  asked: Asked,
  from: string,
  among: Match,
): Promise<Candidates | null> {
  const match = joined([among, ...matchesOf(asked, false)])
  const { rows } = await db.raw<{ rows: Piece[] }>(
    `with found as materialized (
       select p.id from (select * from parts where id > ? order by id limit ${WALKED}) as p
       where ${match.sql} limit ${MOST_CANDIDATES + 1})
     select (select array_agg(id order by id) from found) as ids,
       case when (select count(*) from found) <= ${MOST_CANDIDATES} then
         (select id from parts where id > ? order by id offset ${WALKED - 1} limit 1) end as until`,
    [from, ...match.bindings, from],
  )
  const { ids, until } = pieceOf(rows[0])
  if (ids.length > MOST_CANDIDATES) return cut(ids)
  return until === null || ids.length >= MANY ? { ids, until } : null
}

async function throughIndex(
  db: Knex,
  asked: Asked,
  from: string,
  { among, isNumber }: { among: Match; isNumber: boolean },
): Promise<Candidates> {
  const match = joined([among, ...matchesOf(asked, true, isNumber)])
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    // `offset 0` keeps the planner from walking the primary key in order.
    `select id from (select p.id from parts p where ${match.sql} and p.id > ? offset 0) as found
     order by id limit ${MOST_CANDIDATES + 1}`,
    [...match.bindings, from],
  )
  return cut(rows.map(({ id }) => id))
}

async function ofVehicle(
  db: Knex,
  asked: Asked,
  from: string,
  isPlain: boolean,
): Promise<Candidates> {
  const most = isPlain ? MOST_CANDIDATES + 1 : MOST_FITTING
  const fits = fitsMatch(asked)
  const match = joined([VISIBLE, ...matchesOf(asked, false)])
  const { rows } = await db.raw<{ rows: Piece[] }>(
    `with fitting as materialized (
       select distinct f.part_id from part_fits f where ${fits.sql} and f.part_id > ?
       order by f.part_id limit ${most}),
     found as (
       select fitting.part_id as id from fitting cross join lateral (
         select from parts p where p.id = fitting.part_id and ${match.sql} offset 0) as part
       order by fitting.part_id limit ${MOST_CANDIDATES + 1})
     select (select array_agg(id order by id) from found) as ids,
       (select case when count(*) = ${most} then max(part_id) end from fitting) as until`,
    [...fits.bindings, from, ...match.bindings],
  )
  const { ids, until } = pieceOf(rows[0])
  return ids.length > MOST_CANDIDATES ? cut(ids) : { ids, until }
}

const pieceOf = (row: Piece | undefined) => ({ ids: row?.ids ?? [], until: row?.until ?? null })

function cut(found: readonly string[]): Candidates {
  const ids = found.slice(0, MOST_CANDIDATES)
  return { ids, until: found.length > ids.length ? (ids.at(-1) ?? null) : null }
}
