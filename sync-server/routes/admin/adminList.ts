/** Lists of the desk: a page for the screen or, with `?format=csv`, all of it as a file. */
import type Router from '@koa/router'
import type { Context } from 'koa'
import type { Deps } from '../guards/deps.ts'

import { z } from 'zod'

import { ROWS_OF_A_FILE } from '../../db/keyset.ts'
import { answerCsv, wantsCsv, type CsvValue } from '../../http/csv.ts'
import { requireAdmin } from '../guards/actor.ts'

/** A value of the row under its name, or what stands under another heading. */
type Column<Row> = (keyof Row & string) | readonly [heading: string, of: (row: Row) => CsvValue]

export interface List<Query, Answer, Row> {
  /** Name of the file, without its ending. */
  file: string | ((query: Query) => string)
  /** @param after where a page goes on; a file begins at the beginning */
  read(query: Query, after?: string, most?: number): Promise<Answer>
  rows(answer: Answer): readonly Row[]
  columns: readonly Column<Row>[]
}

type Asked = { after?: string | undefined }
type Paged = { next: string | null }

export const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

/** Asks for itself who calls, as every handler of the desk does; the guard notes what is read. */
export function adminList<Query extends Asked, Answer extends Paged, Row>(
  router: Router,
  deps: Deps,
  path: string,
  { query, ...list }: List<Query, Answer, Row> & { query: z.ZodType<Query> },
): void {
  router.get(path, async (ctx) => {
    await requireAdmin(ctx, deps)
    await answerList(ctx, query.parse(ctx.query), list)
  })
}

export async function answerList<Query extends Asked, Answer extends Paged, Row>(
  ctx: Context,
  query: Query,
  { file, read, rows, columns }: List<Query, Answer, Row>,
): Promise<void> {
  if (!wantsCsv(ctx)) {
    ctx.body = await read(query, query.after)
    return
  }
  const all = columns.map((column) =>
    typeof column === 'string' ? ([column, (row: Row) => textOf(row[column])] as const) : column,
  )
  const headings = all.map(([heading]) => heading)
  const name = typeof file === 'string' ? file : file(query)
  answerCsv(ctx, name, headings, async (after) => {
    const answer = await read(query, after, ROWS_OF_A_FILE)
    return { rows: rows(answer).map((row) => all.map(([, of]) => of(row))), next: answer.next }
  })
}

/** Query of a list that has nothing but its place; pages that were opened earlier call it `before`. */
export function placeOf(shape: RegExp) {
  const place = z.string().regex(shape, 'this place in the list is not readable').optional()
  return z
    .object({ after: place, before: place })
    .transform(({ after, before }) => ({ after: after ?? before }))
}

const textOf = (value: unknown): CsvValue =>
  Array.isArray(value) ? value.join('; ') : (value as CsvValue)
