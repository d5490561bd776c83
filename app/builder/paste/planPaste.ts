/** Plans a paste: cells of lines, and rows without room. Pure. */
import type { PastedTable } from '#shared/tables/pastedTable.ts'
import type { Row } from '../rows/rowBook.ts'

import { countFitting } from '#shared/kinds/kitRoom.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { type PastedBody, type PastedLine, readLines } from '#shared/kinds/partLines.ts'
import { readPartsTable, type PartsRows } from '#shared/tables/partsTable.ts'
import { type Columns, LINE_COLUMNS } from '#shared/tables/columnHeads.ts'
import { columnsByPlace, MAX_COLUMNS, widthOf } from '#shared/tables/pastedColumns.ts'
import { quoted } from '#shared/text/quoted.ts'
import { readCart, type CartRows } from '#shared/typed/readCart.ts'
import { many, t } from '#shared/words/words.ts'
import { readAmount } from '../rows/amountReader.ts'

export interface PastePlan {
  /** New cells of existing lines. */
  changes: { row: Row; line: PastedLine }[]
  /** Lines to append. */
  added: PastedLine[]
  /** Rows without room, with heads if any. */
  unplaced: (readonly string[])[]
  /** Unplaced rows, heads not counted. */
  unplacedCount: number
  /** Columns without a cell, by head or position, and rows that are no parts. */
  leftOut: string[]
  /** Placed rows as texts, where the columns were guessed. */
  guessed: PastedBody | null
  /** Count of doubtful text lines. */
  unsure: number
}

/** @param at target row and column; null for the ghost row's name */
export function planPaste(
  table: PastedTable,
  rows: readonly Row[],
  at: { row: number; column: number } | null,
): PastePlan {
  const lines = rows.filter((row) => !row.isGhost)
  const currency = rows[0]?.currency ?? DOLLARS
  const listed = at === null || at.column === 0 ? readAsList(table, currency) : null
  const { heads, rows: whole, links, columns: guess, others } = listed ?? readPartsTable(table)
  const body = whole.map((row) => row.slice(0, MAX_COLUMNS))
  const isOwn = heads !== null || listed !== null
  const { columns, start } = isOwn ? { columns: guess, start: null } : placeOf(body, guess, at)
  const read = readLines({ rows: body, links, columns, currency }, readAmount)

  const over = start === null ? [] : lines.slice(start, start + read.length)
  const changes = over.flatMap((row, index) => {
    const line = read[index]
    return line ? [{ row, line }] : []
  })
  const more = read.slice(over.length)
  const fitting = countFitting(
    lines.map(({ line }) => line),
    more.map(({ cells }) => cells),
  )
  const unplaced = whole.slice(over.length + fitting)
  const isGuessed = heads === null && widthOf(body) > 1
  return {
    guessed: isGuessed
      ? { rows: body.slice(0, over.length + fitting), links, columns, currency }
      : null,
    unsure: listed?.unsure ?? 0,
    changes,
    added: more.slice(0, fitting),
    unplaced: [...(heads && unplaced.length > 0 ? [heads] : []), ...unplaced],
    unplacedCount: unplaced.length,
    leftOut: [
      ...leftOut(columns, heads ?? undefined, body),
      ...moreThan(whole),
      ...others.toSorted(byAmount).map(quoted),
    ],
  }
}

/** Deposits and sums first: a toast has room for a few. */
const byAmount = (a: string, b: string): number => Number(/\d/.test(b)) - Number(/\d/.test(a))

/** Text lines: a shop's cart, a price list, a mail, names. */
function readAsList({ rows, links }: PastedTable, currency: string): (PartsRows & CartRows) | null {
  if (widthOf(rows) !== 1) return null
  const lines = rows.map(([text], at) => [text, links[at]].filter(Boolean).join(' '))
  const list = readCart(lines.join('\n'), { currency })
  const isUsed = (_: string, at: number) => list.rows.some((row) => row[at] !== '')
  const columns = LINE_COLUMNS.map((cell, at) => (isUsed(cell, at) ? cell : null))
  return { ...list, heads: null, links: [], columns }
}

/** Tables without heads go to the cursor, if they fit there. */
function placeOf(
  body: readonly (readonly string[])[],
  guess: Columns,
  at: { row: number; column: number } | null,
): { columns: Columns; start: number | null } {
  const byPlace = columnsByPlace(widthOf(body), at?.column ?? 0)
  // Whole rows in another column order are new parts: they change no existing line.
  const isOtherOrder = at?.column === 0 && widthOf(body) > 3 && guess.join() !== byPlace?.join()
  return at && byPlace && !isOtherOrder
    ? { columns: byPlace, start: at.row }
    : { columns: guess, start: null }
}

function moreThan(rows: readonly (readonly string[])[]): string[] {
  const more = widthOf(rows) - MAX_COLUMNS
  return more > 0 ? [many(more, '{count} more columns', '{count} more columns')] : []
}

function leftOut(
  columns: Columns,
  heads: readonly string[] | undefined,
  body: readonly string[][],
): string[] {
  return columns.flatMap((cell, at) => {
    const isEmpty = body.every((row) => (row[at] ?? '') === '')
    return cell === null && !isEmpty
      ? [heads?.[at] || t('column {number}', { number: at + 1 })]
      : []
  })
}
