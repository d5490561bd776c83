/**
 * CSV reader, by RFC 4180 and as spreadsheets write it: commas, semicolons, tabs or bars, with or
 * without a byte order mark. Streamed, so that a file may exceed the memory.
 */
import type { FileRow } from './refusedFile.ts'

import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { unguarded } from '#shared/tables/csv.ts'
import { RefusedFile, TOO_LONG } from './refusedFile.ts'
import { tell } from '../words/told.ts'

const MAX_COLUMNS = 200
const OTHER_CELLS = tell('The row has another number of cells.')

const endsIn = (row: number) =>
  new RefusedFile(
    tell('The file ends in the middle of row {row}: it was not written to its end.', {
      row: String(row),
    }),
  )

interface RawRow {
  line: number
  cells: string[]
  isTooLong: boolean
  /** The last row, without a line end. */
  isOpen: boolean
}

/** The first row names the columns. */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<FileRow[]> {
  let headings: string[] | null = null
  for await (const rows of splitCsv(text)) {
    const read: FileRow[] = []
    for (const raw of rows) {
      if (!headings) {
        headings = readHeadings(raw.cells)
        read.push({ headings })
      } else read.push(...rowOf(raw, headings))
    }
    yield read
  }
  if (!headings) throw new RefusedFile(tell('The file is empty.'))
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

function rowOf({ line, cells, isTooLong, isOpen }: RawRow, headings: string[]): FileRow[] {
  if (isTooLong) return [{ row: line, problem: TOO_LONG }]
  if (cells.every((cell) => cell.trim() === '')) return []
  const record: Record<string, string> = {}
  for (const [index, heading] of headings.entries()) {
    record[heading] = unguarded(cells[index]?.trim() ?? '')
  }
  if (cells.length !== headings.length) {
    if (isOpen && cells.length < headings.length) {
      throw endsIn(line)
    }
    const problem = tell('The row has {cells} cells instead of {headings}.', {
      cells: cells.length,
      headings: headings.length,
    })
    return [{ row: line, kind: OTHER_CELLS, problem, cells: record }]
  }
  return [{ row: line, cells: record }]
}

/** Raw rows of each chunk of text. */
async function* splitCsv(text: AsyncIterable<string>): AsyncGenerator<RawRow[]> {
  let cells: string[] = []
  let cell = ''
  let size = 0
  let line = 1
  let begunAt = 1
  // quoted: inside quotes; ended: after a closing quote, or the first half of an escaped one.
  let state: 'plain' | 'quoted' | 'ended' = 'plain'
  let isTooLong = false
  let isFirst = true
  let separator = ','
  let wasReturn = false
  let rows: RawRow[] = []

  const endCell = () => {
    cells.push(cell)
    cell = ''
  }
  const endRow = (isOpen: boolean) => {
    endCell()
    // Skips empty lines: there may be millions.
    if (size > 1 || isOpen) rows.push({ line: begunAt, cells, isTooLong, isOpen })
    cells = []
    size = 0
    isTooLong = false
    state = 'plain'
  }

  for await (const piece of text) {
    let part = piece
    if (isFirst && part !== '') {
      isFirst = false
      part = part.replace(/^\ufeff/, '')
      separator = separatorIn(part)
    }
    for (let at = 0; at < part.length; at++) {
      const char = part.charAt(at)
      if (char === '\n' && wasReturn) {
        wasReturn = false
        begunAt = line
        continue
      }
      wasReturn = false
      if (char === '\n' || char === '\r') line++
      if (++size > MAX_FEED_ROW) {
        // An unclosed quote must not swallow the file: the next line starts afresh.
        isTooLong = true
        state = 'plain'
        cell = ''
      }
      if (state === 'quoted') {
        if (char === '"') state = 'ended'
        else cell += char
        continue
      }
      if (state === 'ended' && char === '"') {
        cell += '"'
        state = 'quoted'
        continue
      }
      if (char === '\n' || char === '\r') {
        wasReturn = char === '\r'
        endRow(false)
        begunAt = line
      } else if (isTooLong) continue
      else if (char === separator) {
        endCell()
        state = 'plain'
      } else if (char === '"' && cell === '' && state === 'plain') state = 'quoted'
      else cell += char
    }
    if (rows.length > 0) yield rows
    rows = []
  }
  if (state === 'quoted') {
    throw endsIn(begunAt)
  }
  if (cells.length > 0 || cell !== '') endRow(true)
  if (rows.length > 0) yield rows
}

function separatorIn(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const count = (separator: string) => first.split(separator).length
  return [',', ';', '\t', '|'].reduce((best, each) => (count(each) > count(best) ? each : best))
}
