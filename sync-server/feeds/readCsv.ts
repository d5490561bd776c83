/**
 * CSV reader, by RFC 4180 and as spreadsheets write it: commas, semicolons, tabs or bars, with or
 * without a byte order mark. Streamed, so that a file may exceed the memory.
 */
import type { FileRow } from './refusedFile.ts'

import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { unguarded } from '#shared/tables/csv.ts'
import { type CutRow, TableCutter } from '#shared/tables/cutCells.ts'
import { RefusedFile, TOO_LONG } from './refusedFile.ts'
import { tell } from '../words/told.ts'

const MAX_COLUMNS = 200
const OTHER_CELLS = tell('The row has another number of cells.')

/** The first row names the columns. */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<FileRow[]> {
  let headings: string[] | null = null
  for await (const rows of cutRows(text)) {
    const read: FileRow[] = []
    for (const row of rows) {
      if (row.ends !== 'limit' && row.cells.every((cell) => cell.trim() === '')) continue
      if (headings) read.push(rowOf(row, headings))
      else {
        headings = readHeadings(row.cells)
        read.push({ headings })
      }
    }
    if (read.length > 0) yield read
  }
  if (!headings) throw new RefusedFile(tell('The file is empty.'))
}

async function* cutRows(text: AsyncIterable<string>): AsyncGenerator<CutRow[]> {
  const cutter = new TableCutter(null, MAX_FEED_ROW)
  for await (const piece of text) yield cutter.cut(piece)
  yield cutter.cut('', true)
}

function readHeadings(cells: string[]): string[] {
  if (cells.length > MAX_COLUMNS) {
    throw new RefusedFile(
      tell('The file has {columns} columns; at most {most} are read.', {
        columns: cells.length,
        most: MAX_COLUMNS,
      }),
    )
  }
  return cells.map((cell) => cell.trim())
}

function rowOf({ line, cells, ends }: CutRow, headings: string[]): FileRow {
  if (ends === 'limit') return { row: line, problem: TOO_LONG }
  const isShort = cells.length < headings.length
  if (ends === 'quote' || (ends === 'text' && isShort)) {
    throw new RefusedFile(
      tell('The file ends in the middle of row {row}: it was not written to its end.', {
        row: String(line),
      }),
    )
  }
  const record: Record<string, string> = {}
  for (const [index, heading] of headings.entries()) {
    record[heading] = unguarded(cells[index]?.trim() ?? '')
  }
  if (cells.length === headings.length) return { row: line, cells: record }
  const problem = tell('The row has {cells} cells instead of {headings}.', {
    cells: cells.length,
    headings: headings.length,
  })
  return { row: line, kind: OTHER_CELLS, problem, cells: record }
}
