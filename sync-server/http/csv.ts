/** Lists as a file for spreadsheets: the same pages that a screen reads, one after the other. */
import type { Context } from 'koa'

import { Readable } from 'node:stream'

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/
/** More rows than anybody reads; ends a list that grows faster than it is read. */
const MAX_ROWS = 100_000

export type CsvValue = string | number | boolean | null | undefined

/** Whether a list is asked for as a file: `?format=csv`. */
export const wantsCsv = (ctx: Context): boolean => ctx.query['format'] === 'csv'

/** One line, quoted as RFC 4180 has it. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: CsvValue): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Answers with all pages of a list, piece by piece.
 * @param name of the file, without its ending
 * @param read a page; `after` is `next` of the one before
 */
export function answerCsv(
  ctx: Context,
  name: string,
  columns: readonly string[],
  read: (after?: string) => Promise<{ rows: CsvValue[][]; next: string | null }>,
): void {
  async function* lines(): AsyncGenerator<string> {
    // So that spreadsheets know the encoding.
    yield `\uFEFF${csvLine(columns)}`
    let after: string | undefined
    for (let count = 0; count < MAX_ROWS;) {
      const { rows, next } = await read(after)
      yield rows.map(csvLine).join('')
      count += rows.length
      if (next === null) return
      after = next
    }
  }
  ctx.type = 'text/csv; charset=utf-8'
  ctx.set('Content-Disposition', `attachment; filename="${name}.csv"`)
  ctx.body = Readable.from(lines())
}
