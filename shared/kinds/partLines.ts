/** Converts rows of text into cells of lines, by column. Pure. */
import type { Json } from '../cells/cells.ts'
import type { TypedMoney } from '../money/typedMoney.ts'
import type { Cell, Columns } from '../tables/columnHeads.ts'

import { unguarded } from '../tables/csv.ts'
import { cleanText } from '../define.ts'
import { MAX_NAME, MAX_QUANTITY } from './kit.ts'
import { parseLink } from '../links.ts'
import { DOLLARS, priceOf } from '../money/money.ts'
import type { DecimalMark } from '../money/numberText.ts'
import { decimalMarkOf, plainPrice } from '../money/pastedPrice.ts'
import { countIn } from '../tables/counts.ts'

/** Rows without headings, and their column mapping. */
export interface PastedBody {
  rows: readonly (readonly string[])[]
  /** First link of each row, where its text alone does not tell. */
  links: readonly (string | null)[]
  columns: Columns
  /** Currency of the kit; absent for dollars. */
  currency?: string
}

/** Cells of one row: values to store, and invalid texts as drafts. */
export interface PastedLine {
  cells: Record<string, Json>
  drafts: Partial<Record<Cell, string>>
  /** Why its price is ambiguous, in a sentence. */
  ambiguous?: string
}

/** @param readAmount parser of amounts, loaded later than this file */
export function readLines(
  { rows, links, columns, currency = DOLLARS }: PastedBody,
  readAmount: (text: string, currency: string) => TypedMoney,
): PastedLine[] {
  const priceAt = columns.indexOf('price')
  const mark = decimalMarkOf(rows.map((row) => row[priceAt] ?? ''))
  return rows.map((texts, at) => {
    const line: PastedLine = { cells: {}, drafts: {} }
    for (const [column, cell] of columns.entries()) {
      const text = texts[column]
      // A missing quantity is one, as in every new line.
      if (cell === null || text === undefined || (cell === 'qty' && text === '')) continue
      const plain = plainText(text)
      const amount =
        cell === 'price' && plain !== ''
          ? readAmount(plainPrice(plain, mark, currency), currency)
          : null
      if (amount && 'problem' in amount) {
        line.drafts[cell] = text
        if (amount.problem === 'ambiguous') line.ambiguous = amount.sentence
        continue
      }
      const value = amount ? priceOf(amount.money) : valueOf(cell, plain, mark)
      if (value === undefined) line.drafts[cell] = text
      else line.cells[cell] = value
    }
    const link = valueOf('link', links[at] ?? '', mark)
    if (link && !line.cells['link'] && line.drafts.link === undefined) line.cells['link'] = link
    return line
  })
}

/**
 * @param mark decimal mark of the table
 * @returns undefined for an invalid value
 */
function valueOf(cell: Cell, text: string, mark: DecimalMark): Json | undefined {
  if (cell === 'price') return null
  if (cell === 'link') {
    const read = parseLink(text)
    return 'link' in read ? read.link : undefined
  }
  if (cell !== 'qty') return text.length > MAX_NAME ? undefined : text
  const count = countIn(text, mark)
  return count !== null && count <= MAX_QUANTITY ? count : undefined
}

/** Removes the ' that our export adds against formula execution. */
export const plainText = (text: string): string => unguarded(cleanText(text).trim())
