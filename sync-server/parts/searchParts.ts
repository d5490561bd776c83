/**
 * `GET /api/parts`: the catalogue by words, numbers, task, vehicle, brand, price and stock, in pages
 * by key. What is found is priced and sorted a piece at a time (findCandidates.ts), the best first:
 * all of a narrow search, and of a wide one as much as is read at once.
 */
import type { Knex } from 'knex'

import type { PartCounts, PartsPage } from '#shared/catalogue/part.ts'
import type { Asked, Candidates } from './findCandidates.ts'
import type { PartsQuery } from './partsQuery.ts'
import type { FoundRow, Key, Piece } from './readPiece.ts'

import { MAX_PART_NUMBER, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { findCandidates, fitsMatch, hasVehicle } from './findCandidates.ts'
import { summaryOf } from './findParts.ts'
import { joined, matchesOf } from './partMatch.ts'
import { cheapestOf } from './readOffers.ts'
import { readPiece } from './readPiece.ts'

/** Pieces that are looked through for one page, where price or stock take all of one away. */
const MOST_PIECES = 3
/** Of one number. */
const MOST_EXACT = 20

/** Every word of `q` has to be in the name, brand, category or numbers of a part. */
export async function searchParts(db: Knex, query: PartsQuery, now: number): Promise<PartsPage> {
  const asked: Asked =
    query.fit === 'any' ? { ...query, make: '', model: '', year: undefined } : query
  const exact = await exactIds(db, query.q)
  let { from, behind } = positionOf(query.after)
  for (let piece = 1; ; piece++) {
    const found = await findCandidates(db, asked, from)
    const shown = await readPiece(db, query, {
      ids: await withExact(db, asked, found.ids, from === '0' ? exact : []),
      exact,
      isFirst: from === '0',
      behind,
      now,
    })
    const isEmpty = shown.rows.length === 0
    if (isEmpty && found.until !== null && piece < MOST_PIECES) {
      from = found.until
      behind = null
      continue
    }
    const page = shown.rows.slice(0, query.limit)
    const isCut = shown.rows.length > page.length
    const counts =
      query.counts === 'yes' && query.after === undefined
        ? { counts: await countsOf(db, query, { asked, found, shown, exact, now }) }
        : {}
    return {
      parts: page.map((row) => ({
        ...summaryOf(
          row,
          row.total === null ? undefined : cheapestOf({ ...row, total: row.total }),
        ),
        ...(hasVehicle(query) && { isFitting: row.is_fitting }),
      })),
      next: isCut ? keyOf(from, page.at(-1)) : found.until,
      ...counts,
    }
  }
}

/** Where a page begins: in which piece, and behind which part of it. */
function positionOf(after: string | undefined): { from: string; behind: Key | null } {
  const [from = '0', rank, worth, cost, id] = (after ?? '0').split('-')
  if (id === undefined) return { from, behind: null }
  return { from, behind: { rank: Number(rank), worth: Number(worth), cost: Number(cost), id } }
}

function keyOf(from: string, last: FoundRow | undefined): string | null {
  return last ? [from, last.rank, last.worth, last.cost, last.id].join('-') : null
}

/** The parts that have the whole of what was typed as a number, their own or another brand's. */
async function exactIds(db: Knex, q: string): Promise<string[]> {
  const key = partNumberKey(q)
  if (!/\d/.test(key) || key.length < 3 || key.length > MAX_PART_NUMBER) return []
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `(select id from parts where number_key = :key limit ${MOST_EXACT})
     union (select part_id from cross_references where number_key = :key limit ${MOST_EXACT})
     union (select part_id from part_aliases
       where number_key = :key and part_id is not null limit ${MOST_EXACT})`,
    { key },
  )
  return rows.map(({ id }) => id)
}

/** They come first, wherever they stand among those that hold what was typed in their words. */
async function withExact(
  db: Knex,
  asked: Asked,
  found: readonly string[],
  exact: readonly string[],
): Promise<string[]> {
  const others = exact.filter((id) => !found.includes(id))
  if (others.length === 0) return [...found]
  const match = joined(matchesOf({ ...asked, q: '' }, false))
  const fits = fitsMatch(asked)
  const isFitting = hasVehicle(asked)
    ? `and exists (select from part_fits f where f.part_id = p.id and ${fits.sql})`
    : ''
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select p.id from parts p
     where p.id = any(?::bigint[]) and p.hidden_at is null and ${match.sql} ${isFitting}`,
    [others, ...match.bindings, ...(hasVehicle(asked) ? fits.bindings : [])],
  )
  return [...rows.map(({ id }) => id), ...found]
}

interface Counting {
  asked: Asked
  found: Candidates
  shown: Piece
  exact: readonly string[]
  now: number
}

async function countsOf(
  db: Knex,
  query: PartsQuery,
  { asked, found, shown, exact, now }: Counting,
): Promise<PartCounts> {
  const isMore = found.until !== null
  // Brands are counted as if none were chosen.
  const ofAll =
    query.brand.length === 0
      ? shown
      : await readPiece(db, query, {
          ids: (await findCandidates(db, { ...asked, brand: [] }, '0')).ids,
          exact,
          isFirst: true,
          behind: null,
          now,
        })
  return {
    ...shown.counts,
    brands: ofAll.counts.brands,
    isMore,
    fits: hasVehicle(query) ? await fitsOf(db, query, found) : null,
  }
}

/** How many fit the vehicle, and how many there are for any. */
async function fitsOf(
  db: Knex,
  query: PartsQuery,
  found: Candidates,
): Promise<NonNullable<PartCounts['fits']>> {
  const isAny = query.fit === 'any'
  const other = await findCandidates(
    db,
    isAny ? query : { ...query, make: '', model: '', year: undefined },
    '0',
  )
  const [fitting, any] = isAny ? [other, found] : [found, other]
  return {
    fitting: fitting.ids.length,
    isMoreFitting: fitting.until !== null,
    any: any.ids.length,
    isMoreAny: any.until !== null,
  }
}
