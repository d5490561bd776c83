/** CSV export of lists, from the same pages that the screens read. */
import type { Context } from 'koa'

import { Readable } from 'node:stream'

import { z } from 'zod'

import { csvText } from '#shared/tables/csv.ts'

/** Ends a list that grows faster than it is read. */
const MAX_ROWS = 100_000

export type CsvValue = string | number | boolean | null | undefined

/** A page of a list; `next` is the cursor of the following one, null at the end. */
export interface CsvPage {
  rows: readonly (readonly CsvValue[])[]
  next: string | null
}

const asked = z.object({ format: z.enum(['json', 'csv'], 'json or csv').default('json') })

/** Whether the query asks for CSV: `?format=csv`. */
export const wantsCsv = (ctx: Context): boolean => asked.parse(ctx.query).format === 'csv'

/**
 * Streams a list as a file, page by page, however long it is.
 * @param name of the file, without extension
 */
export function answerCsv(
  ctx: Context,
  name: string,
  headings: readonly string[],
  read: (after?: string) => Promise<CsvPage>,
): void {
  async function* pieces(): AsyncGenerator<string> {
    yield csvText([headings])
    let after: string | undefined
    for (let count = 0; count < MAX_ROWS;) {
      const { rows, next } = await read(after)
      const texts = rows.map((row) => row.map((value) => String(value ?? '')))
      // Only the first page keeps its byte order mark.
      if (texts.length > 0) yield csvText(texts).replace('\uFEFF', '')
      count += rows.length
      if (next === null) return
      after = next
    }
  }
  ctx.type = 'text/csv; charset=utf-8'
  ctx.attachment(`${name}.csv`)
  ctx.body = Readable.from(pieces(), { objectMode: false })
}
