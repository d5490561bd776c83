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
/** Parts whose numbers begin with what was typed: of more it is no number, but what many have. */
const MOST_BEGUN = 1_000
/** Letters and digits of what is taken for a number. */
const MIN_NUMBER = 6

/** Every word of `q` has to be in the name, brand, category or numbers of a part. */
export async function searchParts(db: Knex, query: PartsQuery, now: number): Promise<PartsPage> {
  const asked: Asked =
    query.fit === 'any' ? { ...query, make: '', model: '', year: undefined } : query
  const { exact, isNumber } = await numbersOf(db, query.q)
  const among = { isNumber }
  let { from, behind } = positionOf(query.after)
  const wantsCounts = query.counts === 'yes' && query.after === undefined
  // Beside what is found: it reads as much again.
  const ofAllBrands =
    wantsCounts && query.brand.length > 0
      ? findCandidates(db, { ...asked, brand: [] }, '0', among).then(({ ids }) =>
          readPiece(db, query, { ids, exact, isFirst: true, behind: null, now }),
        )
      : null
  // Whoever fails first is told; the other one is waited for by nobody then.
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

/** Where a page begins: in which piece, and behind which part of it. */
function positionOf(after: string | undefined): { from: string; behind: Key | null } {
  const [from = '0', rank, worth, cost, id] = (after ?? '0').split('-')
  if (id === undefined) return { from, behind: null }
  return { from, behind: { rank: Number(rank), worth: Number(worth), cost: Number(cost), id } }
}

function keyOf(from: string, last: FoundRow | undefined): string | null {
  return last ? [from, last.rank, last.worth, last.cost, last.id].join('-') : null
}

interface Numbers {
  /** The parts that have the whole of what was typed as a number, their own or another brand's. */
  exact: string[]
  /** It is a number, or how one begins that few parts have. */
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
  // A year or a viscosity stands in many names, whoever has it for a number too.
  return { exact, isNumber: isRare && key.length >= MIN_NUMBER }
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
  found: Candidates
  shown: Piece
  /** What there is of all brands, where some were chosen. */
  ofAllBrands: Promise<Piece> | null
}

async function countsOf(
  db: Knex,
  query: PartsQuery,
  { found, shown, ofAllBrands }: Counting,
): Promise<PartCounts> {
  const isMore = found.until !== null
  // Brands are counted as if none were chosen.
  const ofAll = (await ofAllBrands) ?? shown
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
