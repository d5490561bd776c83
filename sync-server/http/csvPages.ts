import type { Context } from 'koa'

import { Readable } from 'node:stream'

import { csvText } from '#shared/text/csv.ts'

/** A page of a list; `next` goes into the read of the one behind it. */
export interface CsvPage {
  rows: string[][]
  next: string | null
}

/** Answers a list as a file, read and sent page by page however long it is. */
export function sendCsv(
  ctx: Context,
  name: string,
  headings: readonly string[],
  read: (after: string | null) => Promise<CsvPage>,
): void {
  async function* pieces(): AsyncGenerator<string> {
    yield csvText([headings])
    for (let after: string | null = null; ;) {
      const page: CsvPage = await read(after)
      if (page.rows.length > 0) yield csvText(page.rows).replace('\uFEFF', '')
      if (page.next === null) return
      after = page.next
    }
  }
  ctx.type = 'text/csv; charset=utf-8'
  ctx.attachment(name)
  ctx.body = Readable.from(pieces(), { objectMode: false })
}
