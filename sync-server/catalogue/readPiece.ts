/** A piece of search results: priced, sorted and counted in one statement. */
import type { Knex } from 'knex'

import type { PartCounts } from '#shared/catalogue/part.ts'
import type { Match } from './partMatch.ts'
import type { PartsQuery } from './partsQuery.ts'

import { PRICE_BANDS } from '#shared/catalogue/partSearch.ts'
import { fitsMatch, hasVehicle } from './findCandidates.ts'
import { PART_COLUMNS, type PartRow } from './findParts.ts'
import { cheapestBindings, type CheapestRow, cheapestSql } from './readOffers.ts'

const MOST_BRANDS_COUNTED = 12

/** Keyset position of a part within its piece. */
export interface Key {
  rank: number
  worth: number
  cost: number
  id: string
}

export interface FoundRow extends PartRow, Omit<CheapestRow, 'total'> {
  total: number | null
  rank: number
  worth: number
  cost: number
  is_fitting: boolean | null
}

export interface Piece {
  rows: FoundRow[]
  counts: Omit<PartCounts, 'isMore' | 'fits'>
}

interface Reading {
  ids: readonly string[]
  exact: readonly string[]
  /** Exact number matches are in the first piece only. */
  isFirst: boolean
  behind: Key | null
  now: number
}

/** 0 for a payable total, 1 for one without shipping, 2 for none. */
const WORTH = `case when total is null or is_sold_out then 2 when is_before_shipping then 1 else 0 end`

/** Prices, sorts and counts a piece's parts. One page, plus one part if there are more. */
export async function readPiece(db: Knex, query: PartsQuery, reading: Reading): Promise<Piece> {
  const { ids, exact, isFirst, behind, now } = reading
  const counted = query.counts === 'yes' && query.after === undefined
  const fits = fitsMatch(query)
  const isFitting = hasVehicle(query)
    ? `(select bool_or(${named(fits.sql, 'fit')}) from part_fits f where f.part_id = page.id)`
    : 'null'
  const inStock = 'worth < 2'
  const inPrice = [
    ...(query.min === undefined ? [] : ['worth = 0 and cost >= :min']),
    ...(query.max === undefined ? [] : ['worth = 0 and cost < :max']),
  ]
  const narrow = [...inPrice, ...(query.stock === 'yes' ? [inStock] : [])].join(' and ') || 'true'
  const ofPrice = query.stock === 'yes' ? inStock : 'true'
  const ofStock = [...inPrice, inStock].join(' and ')
  const bands = PRICE_BANDS.map(([least, most]) => {
    const bounds = [
      least === null ? '' : `and cost >= ${least * 100}`,
      most === null ? '' : `and cost < ${most * 100}`,
    ]
    return `count(*) filter (where worth = 0 ${bounds.join(' ')} and ${ofPrice})`
  })
  const { rows } = await db.raw<{
    rows: {
      page: (Omit<FoundRow, 'as_of'> & { as_of: string | null })[] | null
      all: number
      in_stock: number
      prices: number[]
      brands: { brand: string; count: number }[] | null
    }[]
  }>(
    `with priced as materialized (
       select p.id, p.brand, c.*,
         case when p.id = any(:exact::bigint[]) then 0
           when split_part(lower(p.name), ',', 1) like any(:named::text[]) then 1
           else 2 end as rank
       from parts p
       left join lateral (${cheapestSql('p.id')}) as c on true
       where p.id = any(:ids::bigint[]) ${isFirst ? '' : 'and not p.id = any(:exact::bigint[])'}
     ), valued as materialized (
       select *, ${WORTH} as worth, case when ${WORTH} = 2 then 0 else total end as cost from priced
     ), page as (
       select * from valued where ${narrow}
       ${behind ? 'and (rank, worth, cost, id) > (:rank::int, :worth::int, :cost::bigint, :id::bigint)' : ''}
       order by rank, worth, cost, id limit :limit
     )
     select (
       select json_agg(row_to_json(shown) order by rank, worth, cost, place) from (
         select ${PART_COLUMNS.map((column) => `p.${column === 'id' ? 'id::text' : column}`).join()},
           page.id as place, page.rank, page.worth, page.cost, page.total, page.is_before_shipping, page.is_sold_out,
           page.as_of, page.merchant, page.availability, ${isFitting} as is_fitting
         from page join parts p on p.id = page.id) as shown) as page
     ${
       counted
         ? `, (select count(*)::int from valued where ${narrow}) as all,
         (select count(*)::int from valued where ${ofStock}) as in_stock,
         (select array[${bands.join()}]::int[] from valued) as prices,
         (select json_agg(b) from (
           select brand, count(*)::int as count from valued where ${narrow}
           group by brand order by count desc, brand limit ${MOST_BRANDS_COUNTED}) as b) as brands`
         : ', 0 as all, 0 as in_stock, null as prices, null as brands'
     }`,
    {
      ids,
      exact,
      named: namedSo(query.q),
      limit: query.limit + 1,
      ...cheapestBindings(now),
      ...(query.min !== undefined && { min: query.min * 100 }),
      ...(query.max !== undefined && { max: query.max * 100 }),
      ...(behind && { ...behind }),
      ...(hasVehicle(query) && namedBindings(fits.bindings, 'fit')),
    },
  )
  const [row] = rows
  return {
    rows: (row?.page ?? []).map((part) => ({ ...part, as_of: new Date(part.as_of ?? 0) })),
    counts: {
      all: row?.all ?? 0,
      inStock: row?.in_stock ?? 0,
      prices: row?.prices ?? PRICE_BANDS.map(() => 0),
      brands: row?.brands ?? [],
    },
  }
}

/** Name patterns that are about the typed words: an oil filter housing is no oil filter. */
function namedSo(q: string): string[] {
  const noun = q
    .trim()
    .toLowerCase()
    .replace(/(?<=[^s])s$/, '')
  const pattern = `%${noun.replaceAll(/[\\%_]/g, '\\$&')}`
  return noun === '' ? [] : [pattern, `${pattern}s`]
}

/** Positional bindings to named ones: `?` becomes `:fit0`, `:fit1`. */
function named(sql: string, name: string): string {
  let count = 0
  return sql.replaceAll('?', () => `:${name}${count++}`)
}
function namedBindings(bindings: Match['bindings'], name: string): Record<string, Knex.Value> {
  return Object.fromEntries(bindings.map((value, at) => [`${name}${at}`, value]))
}
