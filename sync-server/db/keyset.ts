/** Lists in pages by key: a page ends at a row, mostly at its time and id, and the next begins behind it. */
import { z } from 'zod'

export const A_PAGE = 50
/** Rows read at once for an export. */
export const ROWS_OF_A_FILE = 500

/** Keyset cursor: `next` of the previous page. */
export const place = z
  .string()
  .regex(/^\d{1,15}-[\w-]{22}$/, 'this place in the list is not readable')

export const listQuery = z.object({ after: place.optional() })

/** A row of an answer as it is read: these of it are times, and not text yet. */
export type Timed<Row, Name extends keyof Row> = Omit<Row, Name> & {
  [Time in Name]: Date | Extract<Row[Time], null>
}

export type Told<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? string | Extract<Row[Name], null> : Row[Name]
}

export interface Page<Row> {
  page: Told<Row>[]
  /** Null on the last page. */
  next: string | null
}

/** @returns time and id of a cursor; null and '' at the start */
export function splitPlace(after: string | undefined): [at: Date | null, id: string] {
  if (after === undefined) return [null, '']
  const dash = after.indexOf('-')
  return [new Date(Number(after.slice(0, dash))), after.slice(dash + 1)]
}

export const placeOf = (at: Date, id: string): string => `${at.getTime()}-${id}`

/** A time in whole milliseconds since 1970, as a number. */
export const msSql = (column: string): string =>
  `floor(extract(epoch from ${column}) * 1000)::float8`

/** The row with its times as text. */
export const told = <Row extends object>(row: Row): Told<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  ) as Told<Row>

/**
 * @param rows one more than the page may have tells of another page
 * @param endOf where the next one goes on, by the last row
 */
export function pageOf<Row extends object>(
  rows: readonly Row[],
  limit: number,
  endOf: (last: Row) => string,
): Page<Row> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page: page.map(told), next: rows.length > limit && last ? endOf(last) : null }
}
