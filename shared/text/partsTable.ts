/** A pasted table as people have it: which rows are parts, what heads them, and what is neither. Pure. */
import type { Columns } from './pastedColumns.ts'
import type { PastedTable } from './pastedTable.ts'

import { isSumWord } from './typed/cartWords.ts'
import { columnsByHeads, guessColumns, MAX_COLUMNS } from './pastedColumns.ts'
import { currencyIn, isForeignPrice, readPastedPrice } from './pastedPrice.ts'

export interface PartsRows {
  /** The row that names the columns, null where none does. */
  heads: readonly string[] | null
  /** The rows of parts. */
  rows: readonly (readonly string[])[]
  /** The first address each of them led to, where the text alone does not tell. */
  links: readonly (string | null)[]
  /** What each column holds: by the heads, or a guess, which is to be said. */
  columns: Columns
  /** Rows that are no parts, such as a title above the heads and a sum below: to be said. */
  others: readonly string[]
}

/** How many rows may stand above the heads. */
const MAX_TITLES = 5
/** Tells the rows of a table apart. */
export function readPartsTable({ rows, links }: PastedTable): PartsRows {
  const cut = rows.map((row) => row.slice(0, MAX_COLUMNS))
  const headAt = findHeads(cut)
  const byHeads = columnsByHeads(cut[headAt] ?? [])
  const head = byHeads ? (rows[headAt] ?? null) : null
  const others: string[] = byHeads ? cut.slice(0, headAt).map(wordsOf) : []
  const kept: { row: readonly string[]; link: string | null }[] = []
  for (const [at, row] of rows.entries()) {
    if (byHeads && at <= headAt) continue
    if (isSum(row)) others.push(wordsOf(row))
    // A list over several pages says its heads again.
    else if (!head || row.join('\t') !== head.join('\t'))
      kept.push({ row, link: links[at] ?? null })
  }
  const parts = kept.map(({ row }) => row)
  const columns = byHeads ?? guessColumns(parts.map((row) => row.slice(0, MAX_COLUMNS)))
  return {
    heads: head,
    rows: head ? withCurrency(parts, columns, head) : parts,
    links: kept.map(({ link }) => link),
    columns,
    others,
  }
}

/** Where the heads are: in the first row, or below a title. */
function findHeads(rows: readonly (readonly string[])[]): number {
  for (let at = 0; at <= MAX_TITLES && at < rows.length; at++) {
    if (columnsByHeads(rows[at] ?? [])) return at
    if ((rows[at] ?? []).filter((cell) => cell !== '').length > 1) return 0
  }
  return 0
}

function isSum(row: readonly string[]): boolean {
  const [first = '', ...rest] = row.filter((cell) => cell !== '')
  const isNumber = (cell: string) => readPastedPrice(cell) !== null || isForeignPrice(cell)
  return (
    isSumWord(first) && rest.length > 0 && rest.every((cell) => isNumber(cell) || isSumWord(cell))
  )
}

/** Below "Preis (€)" each price is one in euros, also where it does not say so. */
function withCurrency(
  rows: readonly (readonly string[])[],
  columns: Columns,
  heads: readonly string[],
): readonly (readonly string[])[] {
  const at = columns.indexOf('price')
  const currency = currencyIn(heads[at] ?? '')
  if (currency === null) return rows
  return rows.map((row) =>
    row.map((cell, column) =>
      column === at && cell !== '' && currencyIn(cell) === null ? `${cell} ${currency}` : cell,
    ),
  )
}

const wordsOf = (row: readonly string[]): string => row.filter((cell) => cell !== '').join(' ')
