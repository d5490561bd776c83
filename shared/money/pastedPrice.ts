/** Amounts in tables, as shops and spreadsheets write them. */
import { DOLLARS, isDollars } from './money.ts'
import { readNumber, type DecimalMark, type NumberText } from './numberText.ts'
import { FOREIGN } from './amountPatterns.ts'
import { collapseBlanks } from '../text/trimEndOf.ts'

/** Sign of a currency other than dollars in a cell or heading, null for none. */
export const foreignSign = (text: string): string | null => FOREIGN.exec(text)?.[0] ?? null

/** Whether a text is an amount in another currency. */
export const isForeignPrice = (text: string): boolean =>
  foreignSign(text) !== null && amountIn(text) !== null

/**
 * Amount of a cell, in any currency.
 * @param mark decimal mark of its column, see `decimalMarkOf`
 */
export function amountIn(text: string, mark: DecimalMark = '.'): NumberText | null {
  const read = readBeside(withoutPieces(text).replace(FOREIGN, ''), mark)
  return read && isDollars(read) ? read : null
}

/** Value of an amount, null for none or a negative one. */
export function valueIn(text: string, mark?: DecimalMark): number | null {
  const read = amountIn(text, mark)
  return read && !read.isNegative ? read.value : null
}

/** A table's price as typed into a kit of this currency; a named currency is kept. */
export function plainPrice(text: string, mark: DecimalMark, currency: string): string {
  const plain = withoutPieces(text)
  // A point proves nothing: the typed amount is asked about.
  const read = mark === ',' ? readBeside(plain, mark) : readNumber(plain)
  if (!read || read.isOpen || read.isNegative) return plain
  // With a fourth decimal, three are not read as thousands.
  const decimals = read.decimals && `.${read.decimals.replace(/^\d{3}$/, '$&0')}`
  const amount = read.whole + decimals
  // In a kit of another currency, a dollar amount keeps its sign.
  return currency === DOLLARS && isDollars(read) ? amount : plain.replace(read.amount, amount)
}

/** A comma in a column makes the "1.299" beside it over a thousand. */
function readBeside(text: string, mark: DecimalMark): NumberText | null {
  const read = readNumber(text)
  return read?.isOpen ? readNumber(text, mark) : read
}

const withoutPieces = (text: string): string =>
  collapseBlanks(text).replace(/ ?\/? ?(?:each|ea\.?|pcs?)$/i, '')

/** Decimal mark of a price column: a comma, if one proves it and no point does. */
export function decimalMarkOf(texts: Iterable<string>): DecimalMark {
  const reads = Array.from(texts, (text) => readNumber(text))
  const isSure = (mark: DecimalMark) => reads.some((read) => read?.mark === mark && !read.isOpen)
  return isSure(',') && !isSure('.') ? ',' : '.'
}
