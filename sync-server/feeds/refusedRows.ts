/** Export of a feed's refused rows, grouped by reason, with their original cells. */
import type { Knex } from 'knex'

import type { Cells } from './refusedFile.ts'

import { csvText } from '#shared/tables/csv.ts'
import { inLanguage } from '../words/language.ts'
import { retell, type Told } from '../words/told.ts'

const AT_ONCE = 500
/** Rows searched for headings. */
const LOOKED_AT = 1_000

interface Row {
  row: number
  kind: string
  reason: Told
  cells: Cells
}

/**
 * Streamed. The first columns are reason and row number; a corrected export can be uploaded again.
 * @param language of the reasons: chunks are produced outside of the request
 */
export async function* refusedRows(
  db: Knex,
  feedId: string,
  language: string,
): AsyncGenerator<string> {
  const { rows: named } = await db.raw<{ rows: { heading: string }[] }>(
    `select heading from (
       select row, cells from feed_refused where feed_id = :feedId order by row limit ${LOOKED_AT}) r
     cross join lateral (select heading, nth from json_object_keys(cells)
       with ordinality as k(heading, nth)) k
     group by heading order by min(nth), heading`,
    { feedId },
  )
  const headings = named.map(({ heading }) => heading)
  yield csvText([['reason', 'row', ...headings]])
  let after: Pick<Row, 'kind' | 'row'> = { kind: '', row: -1 }
  for (;;) {
    const { rows } = await db.raw<{ rows: Row[] }>(
      `select row, kind, reason, cells from feed_refused
       where feed_id = :feedId and (kind, row) > (:kind, :row::int)
       order by kind, row limit ${AT_ONCE}`,
      { feedId, ...after },
    )
    const last = rows.at(-1)
    if (!last) return
    const lines = rows.map(({ row, reason, cells }) => [
      inLanguage(language, () => retell(reason)),
      String(row),
      ...headings.map((heading) => cells[heading] ?? ''),
    ])
    yield csvText(lines).replace('\uFEFF', '')
    after = last
  }
}
