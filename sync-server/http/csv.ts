/** Lists as a file for spreadsheets: the same pages that a screen reads, one after the other. */
import type { Context } from 'koa'

import { Readable } from 'node:stream'

import { z } from 'zod'

import { csvText } from '#shared/text/csv.ts'

/** More rows than anybody reads; ends a list that grows faster than it is read. */
const MAX_ROWS = 100_000

export type CsvValue = string | number | boolean | null | undefined

/** A page of a list; `next` goes into the read of the one behind it, null ends it. */
export interface CsvPage {
  rows: readonly (readonly CsvValue[])[]
  next: string | null
}

const asked = z.object({ format: z.enum(['json', 'csv'], 'json or csv').default('json') })

/** Whether a list is asked for as a file: `?format=csv`. */
export const wantsCsv = (ctx: Context): boolean => asked.parse(ctx.query).format === 'csv'

/**
 * Answers a list as a file, read and sent page by page however long it is.
 * @param name of the file, without its ending
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
      // The mark stands once, at the beginning.
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
