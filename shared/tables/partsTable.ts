/** Finds the parts, headings and other rows of a pasted table. Pure. */
import type { Columns } from './columnHeads.ts'
import { MAX_TITLES, type PastedTable } from './pastedTable.ts'

import { fold } from '../text/fold.ts'
import { isSumWord } from './cartWords.ts'
import { columnsByHeads } from './columnHeads.ts'
import { guessColumns, MAX_COLUMNS } from './pastedColumns.ts'
import { amountIn, foreignSign } from '../money/pastedPrice.ts'

export interface PartsRows {
  /** Heading row, null without one. */
  heads: readonly string[] | null
  rows: readonly (readonly string[])[]
  /** First link of each row, where its text alone does not tell. */
  links: readonly (string | null)[]
  /** Column mapping: from headings, or a guess, which screens must mention. */
  columns: Columns
  /** Other rows, such as a title above or a sum below: screens must mention them. */
  others: readonly string[]
}

export function readPartsTable({ rows, links }: PastedTable): PartsRows {
  const cut = rows.map((row) => row.slice(0, MAX_COLUMNS))
  const headAt = findHeads(cut)
  const byHeads = columnsByHeads(cut[headAt] ?? [])
  const head = byHeads ? (rows[headAt] ?? null) : null
  const others: string[] = byHeads ? cut.slice(0, headAt).map(wordsOf) : []
  const kept: { row: readonly string[]; link: string | null }[] = []
  for (const [at, row] of rows.entries()) {
    if (byHeads && at <= headAt) continue
    if (isSum(row) || isAside(row, head)) others.push(wordsOf(row))
    // A list of several pages repeats its headings.
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

/** Index of the headings: the first row, or below a title and other rows. */
function findHeads(rows: readonly (readonly string[])[]): number {
  const at = rows.slice(0, MAX_TITLES).findIndex((row) => columnsByHeads(row) !== null)
  // A row of one word below others is no heading of theirs.
  return at > 0 && (rows[at] ?? []).filter((cell) => cell !== '').length < 2 ? 0 : Math.max(at, 0)
}

/** Whether a row below headings is a line that could not be cut, or marked as not fitted. */
function isAside(row: readonly string[], head: readonly string[] | null): boolean {
  if (!head) return false
  const isOmitted = head.some((text, at) => NOT_FITTED.test(text) && (row[at] ?? '') !== '')
  return isOmitted || (row.length === 1 && head.length > 1)
}

/** Column of boards' parts lists for parts that are left out. */
const NOT_FITTED = /^(dnp|dnf|do not (populate|place|fit)|not fitted)$/i

function isSum(row: readonly string[]): boolean {
  const [first = '', ...rest] = row.filter((cell) => cell !== '')
  const isNumber = (cell: string) => amountIn(cell) !== null || isSumWord(cell)
  return isSumWord(first) && rest.length > 0 && rest.every(isNumber)
}

/** Column of a table's currencies, as our own export writes it. */
const CURRENCY =
  /^(price |cost )?(currency|wahrung|devise|moneda|moeda|valuta|waluta|mena|валюта|通貨)$/

/** Prices below "Preis (€)", or beside "EUR", are in euros, even without a sign. */
function withCurrency(
  rows: readonly (readonly string[])[],
  columns: Columns,
  heads: readonly string[],
): readonly (readonly string[])[] {
  const at = columns.indexOf('price')
  const own = heads.findIndex((head) => CURRENCY.test(fold(head)))
  const usual = foreignSign(heads[at] ?? '') ?? ''
  if (at < 0 || (usual === '' && own < 0)) return rows
  return rows.map((row) =>
    row.map((cell, column) => {
      if (column === own) return ''
      const isBare = column === at && /\d/.test(cell) && foreignSign(cell) === null
      return isBare ? `${cell} ${row[own] || usual}`.trim() : cell
    }),
  )
}

const wordsOf = (row: readonly string[]): string => row.filter((cell) => cell !== '').join(' ')
