/** Lists in pages by key: a page ends at a time and an id, and the next one begins behind them. */
import { z } from 'zod'

export const A_PAGE = 50
/** Rows that are read at once for a file. */
export const ROWS_OF_A_FILE = 500

/** Where a page ended: `next` of the one before. */
export const place = z
  .string()
  .regex(/^\d{1,15}-[\w-]{22}$/, 'this place in the list is not readable')

export const listQuery = z.object({ after: place.optional() })

export interface Page<Row> {
  page: Row[]
  /** Null on the last page. */
  next: string | null
}

/** @returns the time and id of a place; null and '' of the beginning */
export function splitPlace(after: string | undefined): [at: Date | null, id: string] {
  if (after === undefined) return [null, '']
  const dash = after.indexOf('-')
  return [new Date(Number(after.slice(0, dash))), after.slice(dash + 1)]
}

/**
 * @param rows one more than the page may have tells of another page
 * @param keyOf the time and the id that the list is ordered by
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => [at: Date, id: string],
): Page<Row> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || !last) return { page, next: null }
  const [at, id] = keyOf(last)
  return { page, next: `${at.getTime()}-${id}` }
}
