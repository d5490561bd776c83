/**
 * `GET /api/parts`: the catalogue by words, numbers, task, vehicle, brand, price and stock, in
 * keyset pages. Candidates are priced and sorted a piece at a time (findCandidates.ts), best first:
 * all of a narrow search, and one piece's worth of a wide one.
 */
import type { Knex } from 'knex'

import type { PartCounts, PartsPage } from '#shared/catalogue/part.ts'
import type { Asked, Candidates } from './findCandidates.ts'
import type { PartsQuery } from './partsQuery.ts'

import { MAX_PART_NUMBER, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { findCandidates, fitsMatch, hasVehicle } from './findCandidates.ts'
import { summaryOf } from './findParts.ts'
import { joined, matchesOf } from './partMatch.ts'
import { cheapestOf } from './readOffers.ts'
import { type FoundRow, type Key, type Piece, readPiece } from './readPiece.ts'

/** Pieces read for one page, where price or stock filter a whole one out. */
const MOST_PIECES = 3
/** Exact matches of one number. */
const MOST_EXACT = 20
/** Parts whose number begins with the words; above this they are a common word, not a number. */
const MOST_BEGUN = 1_000
/** Letters and digits that make a number. */
const MIN_NUMBER = 6

/** Each word of `q` has to be in the name, brand, category or numbers of a part. */
export async function searchParts(db: Knex, query: PartsQuery, now: number): Promise<PartsPage> {
  const asked: Asked =
    query.fit === 'any' ? { ...query, make: '', model: '', year: undefined } : query
  const { exact, isNumber } = await numbersOf(db, query.q)
  const among = { isNumber }
  let { from, behind } = positionOf(query.after)
  const wantsCounts = query.counts === 'yes' && query.after === undefined
  // In parallel with the results: it reads as much again.
  const ofAllBrands =
    wantsCounts && query.brand.length > 0
      ? findCandidates(db, { ...asked, brand: [] }, '0', among).then(({ ids }) =>
          readPiece(db, query, { ids, exact, isFirst: true, behind: null, now }),
        )
      : null
  // The first failure is thrown; nobody awaits this one then.
  ofAllBrands?.catch(() => undefined)
  for (let piece = 1; ; piece++) {
    const found = await findCandidates(db, asked, from, among)
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
    const counts = wantsCounts
      ? { counts: await countsOf(db, query, { found, shown, ofAllBrands }) }
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

/** A page's start: its piece, and the part it continues after. */
function positionOf(after: string | undefined): { from: string; behind: Key | null } {
  const [from = '0', rank, worth, cost, id] = (after ?? '0').split('-')
  if (id === undefined) return { from, behind: null }
  return { from, behind: { rank: Number(rank), worth: Number(worth), cost: Number(cost), id } }
}

function keyOf(from: string, last: FoundRow | undefined): string | null {
  return last ? [from, last.rank, last.worth, last.cost, last.id].join('-') : null
}

interface Numbers {
  /** Parts whose number is the whole query, own or cross-referenced. */
  exact: string[]
  /** The words are a number, or a start of one, that few parts have. */
  isNumber: boolean
}

async function numbersOf(db: Knex, q: string): Promise<Numbers> {
  const key = partNumberKey(q)
  if (!/\d/.test(key) || key.length < 3 || key.length > MAX_PART_NUMBER)
    return { exact: [], isNumber: false }
  const { rows } = await db.raw<{ rows: { id: string; is_exact: boolean }[] }>(
    `(select id, true as is_exact from parts where number_key = :key limit ${MOST_EXACT})
     union (select part_id, true from cross_references where number_key = :key limit ${MOST_EXACT})
     union (select part_id, true from part_aliases
       where number_key = :key and part_id is not null limit ${MOST_EXACT})
     union all (select id, false from parts
       where number_key >= :key and number_key < :key || '~' limit ${MOST_BEGUN + 1})`,
    { key },
  )
  const exact = rows.flatMap(({ id, is_exact: isExact }) => (isExact ? id : []))
  const begun = rows.length - exact.length
  const isRare = exact.length > 0 || (begun > 0 && begun <= MOST_BEGUN)
  // A year or a viscosity is in many names, even if some part has it as its number.
  return { exact, isNumber: isRare && key.length >= MIN_NUMBER }
}

/** Exact matches first, wherever they rank among the word matches. */
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
  found: Candidates
  shown: Piece
  /** Counts over all brands, where a brand filter is set. */
  ofAllBrands: Promise<Piece> | null
}

async function countsOf(
  db: Knex,
  query: PartsQuery,
  { found, shown, ofAllBrands }: Counting,
): Promise<PartCounts> {
  const isMore = found.until !== null
  // Brand counts ignore the brand filter.
  const ofAll = (await ofAllBrands) ?? shown
  return {
    ...shown.counts,
    brands: ofAll.counts.brands,
    isMore,
    fits: hasVehicle(query) ? await fitsOf(db, query, found) : null,
  }
}

/** Counts of parts that fit the vehicle, and of universal ones. */
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
