/** What a pasted table becomes: cells of lines, and what has no room. Pure. */
import type { PastedBody, PastedLine } from '#shared/text/partLines.ts'
import type { Columns } from '#shared/text/pastedColumns.ts'
import type { PastedTable } from '#shared/text/pastedTable.ts'
import type { Row } from '../parts/rowBook.ts'

import { countFitting } from '#shared/kinds/kitRoom.ts'
import { DOLLARS } from '#shared/money.ts'
import { readLines } from '#shared/text/partLines.ts'
import { readPartsTable, type PartsRows } from '#shared/text/partsTable.ts'
import { columnsByPlace, LINE_COLUMNS, MAX_COLUMNS, widthOf } from '#shared/text/pastedColumns.ts'
import { quoted } from '#shared/text/quoted.ts'
import { readCart, type CartRows } from '#shared/text/readCart.ts'
import { many, t } from '#shared/words/words.ts'
import { readAmount } from '../fields/amountReader.ts'

export interface PastePlan {
  /** New contents of lines that are there. */
  changes: { row: Row; line: PastedLine }[]
  /** Lines to add at the end. */
  added: PastedLine[]
  /** Rows of the table that have no room, with the heads if there were any. */
  unplaced: (readonly string[])[]
  /** How many of them, without the heads. */
  unplacedCount: number
  /** Columns nothing here holds, by their head or their place, and rows that are no parts. */
  leftOut: string[]
  /** The rows that have room, as texts, where nothing said which column is which. */
  guessed: PastedBody | null
  /** How many lines of running text may be meant otherwise. */
  unsure: number
}

/**
 * @param at the row and column that were pasted into; null for the blank row's name
 */
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

/** Deposits and sums come first: a toast has room for a few. */
const byAmount = (a: string, b: string): number => Number(/\d/.test(b)) - Number(/\d/.test(a))

/** Lines of running text: a shop's cart, a list with prices, a mail, names. */
function readAsList({ rows, links }: PastedTable, currency: string): (PartsRows & CartRows) | null {
  if (widthOf(rows) !== 1) return null
  const lines = rows.map(([text], at) => [text, links[at]].filter(Boolean).join(' '))
  const list = readCart(lines.join('\n'), { currency })
  const isUsed = (_: string, at: number) => list.rows.some((row) => row[at] !== '')
  const columns = LINE_COLUMNS.map((cell, at) => (isUsed(cell, at) ? cell : null))
  return { ...list, heads: null, links: [], columns }
}

/** A table without heads goes where the cursor stands, if it fits there. */
function placeOf(
  body: readonly (readonly string[])[],
  guess: Columns,
  at: { row: number; column: number } | null,
): { columns: Columns; start: number | null } {
  const byPlace = columnsByPlace(widthOf(body), at?.column ?? 0)
  // Whole rows in another order than here are parts of their own: they change no line that is there.
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
      ? [heads?.[at] ?? t('column {number}', { number: at + 1 })]
      : []
  })
}
