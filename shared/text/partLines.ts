/** Rows of texts as the cells of parts, by what each column holds. Pure. */
import type { Json } from '../sync/cells.ts'
import type { TypedMoney } from '../typedMoney.ts'
import type { Columns } from './pastedColumns.ts'
import type { LineCell } from './typed/typedText.ts'

import { cleanText } from '../kinds/define.ts'
import { MAX_NAME, MAX_QUANTITY } from '../kinds/kit.ts'
import { parseLink } from '../links.ts'
import { DOLLARS, priceOf } from '../money.ts'
import { decimalMarkOf, plainPrice } from './pastedPrice.ts'
import { collapseBlanks } from './trimEndOf.ts'

/** Rows without their heads, and how their columns are read. */
export interface PastedBody {
  rows: readonly (readonly string[])[]
  /** The first address a row led to, where the text alone does not tell. */
  links: readonly (string | null)[]
  columns: Columns
  /** Of the kit; absent for dollars. */
  currency?: string
}

/** The cells of one row: values to store, and texts that are none and stay as they were written. */
export interface PastedLine {
  cells: Record<string, Json>
  drafts: Partial<Record<LineCell, string>>
  /** Why its price can be meant in two ways, in a sentence. */
  ambiguous?: string
}

/** @param readAmount the reader of amounts, which comes later than what is read here */
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
      // A quantity nobody wrote is one, as in every new line.
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
      const value = amount ? priceOf(amount.money) : valueOf(cell, plain)
      if (value === undefined) line.drafts[cell] = text
      else line.cells[cell] = value
    }
    const link = valueOf('link', links[at] ?? '')
    if (link && !line.cells['link'] && line.drafts.link === undefined) line.cells['link'] = link
    return line
  })
}

/** @returns undefined for what is no value of its cell */
function valueOf(cell: LineCell, text: string): Json | undefined {
  if (cell === 'price') return null
  if (cell === 'link') {
    const read = parseLink(text)
    return 'link' in read ? read.link : undefined
  }
  if (cell !== 'qty') return text.length > MAX_NAME ? undefined : text
  const count = collapseBlanks(text)
    .replaceAll(/^x ?| ?(x|pcs?|ea|stk\.?|st\.?|stück|pi[eè]ces?|uds?\.?)$/gi, '')
    .replace(/[.,]0+$/, '')
  return /^\d+$/.test(count) && Number(count) <= MAX_QUANTITY ? Number(count) : undefined
}

/** As it was before a spreadsheet was kept from running it: our own export puts a ' there. */
export const plainText = (text: string): string =>
  cleanText(text)
    .trim()
    .replace(/^'(?=[=+\-@＝＋－＠])/, '')
