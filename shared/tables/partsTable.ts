/** Finds the parts, headings and other rows of a pasted table. Pure. */
import type { Columns } from './columnHeads.ts'
import { MAX_TITLES, type PastedTable } from './pastedTable.ts'

import { fold } from '../text/fold.ts'
import { isSumWord } from './cartWords.ts'
import { columnsByHeads } from './columnHeads.ts'
import { oddRows, productAt } from './oddRows.ts'
import { guessColumns, MAX_COLUMNS, widthOf } from './pastedColumns.ts'
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

/** Rows that tell what the columns below headings hold. */
const LOOKED_AT = 50

export function readPartsTable({ rows, links }: PastedTable): PartsRows {
  const isWide = widthOf(rows) > 1
  const mapOf = (row: readonly string[], at: number) =>
    row.filter(Boolean).length > Number(isWide)
      ? columnsByHeads(row.slice(0, MAX_COLUMNS), () => rows.slice(at + 1, at + LOOKED_AT))
      : null
  const headAt = rows.slice(0, MAX_TITLES).findIndex((row, at) => mapOf(row, at) !== null)
  const head = rows[headAt] ?? null
  const first = head && mapOf(head, headAt)
  const columns = [...(first ?? [])]
  const others = rows.slice(0, Math.max(headAt, 0)).map(wordsOf)
  const kept: { row: readonly string[]; link: string | null }[] = []
  let own = first
  for (const [at, row] of rows.entries()) {
    // A list of several pages repeats its headings.
    if (at <= headAt || row.join('\t') === head?.join('\t')) continue
    const next = first && mapOf(row, at)
    if (next) {
      // Another table below: its cells go to the columns of the first, if its currency is that.
      const signs = [row[next.indexOf('price')], head?.[first.indexOf('price')]].map(signOf)
      own = signs[0] === signs[1] ? next : []
      columns.push(...next.filter((cell) => cell !== null && !columns.includes(cell)))
      others.push(wordsOf(row.filter((_, column) => next[column] === null)))
      continue
    }
    const placed = columns.map((cell) => (cell && row[own?.indexOf(cell) ?? -1]) ?? '')
    const isAside =
      (row.length === 1 && isWide) ||
      own?.length === 0 ||
      head?.some((text, column) => NOT_FITTED.test(text) && (row[column] ?? '') !== '')
    if (isSum(row) || isAside) others.push(wordsOf(row))
    else kept.push({ row: own === first ? row : placed, link: links[at] ?? null })
  }
  const all = kept.map(({ row }) => row)
  // Prices that are those of another column by quantity are totals.
  const unitAt = productAt(all, columns, false)
  if (unitAt >= 0) [columns[columns.indexOf('price')], columns[unitAt]] = [null, 'price']
  const mapped = first ? columns : guessColumns(all.map((row) => row.slice(0, MAX_COLUMNS)))
  const odd = new Set(first ? all.filter(oddRows(all, mapped)) : [])
  const even = kept.filter(({ row }) => !odd.has(row))
  const parts = even.map(({ row }) => row)
  return {
    heads: head,
    rows: head ? withCurrency(parts, mapped, head) : parts,
    links: even.map(({ link }) => link),
    columns: mapped,
    others: [...others, ...Array.from(odd, wordsOf)].filter(Boolean),
  }
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
  const isOfCurrencies = (_: string, column: number) =>
    columns[column] === null &&
    rows.some((row) => row[column]) &&
    rows.every(
      (row) =>
        !row[column] || /^usd$/i.test(row[column]) || foreignSign(row[column]) === row[column],
    )
  const named = heads.findIndex((head) => CURRENCY.test(fold(head)))
  const own = named >= 0 ? named : heads.findIndex(isOfCurrencies)
  const usual = signOf(heads[at])
  if (at < 0 || (usual === '' && own < 0)) return rows
  return rows.map((row) =>
    row.map((cell, column) => {
      if (column === own) return ''
      const named = row[own] || usual
      // "$7.11" below "Price (CAD)" is in those.
      const isBare = foreignSign(named) ? foreignSign(cell) === null : signOf(cell) === ''
      return column === at && isBare && /\d/.test(cell) ? `${cell} ${named}`.trim() : cell
    }),
  )
}

/** Sign of a currency in a heading; Italian "cad." is each. */
const signOf = (head = ''): string =>
  foreignSign(head.replace(/\bcad\./i, '')) ?? /\$|\bUSD\b/.exec(head)?.[0] ?? ''

const wordsOf = (row: readonly string[]): string => row.filter((cell) => cell !== '').join(' ')
