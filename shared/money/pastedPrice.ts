/** Dollar prices as shops and spreadsheets write them. Other currencies are rejected. */
import { DOLLARS } from './money.ts'
import { FOREIGN } from '../text/numberPatterns.ts'
import { collapseBlanks } from '../text/trimEndOf.ts'

/** Whether a text is an amount in another currency. */
export function isForeignPrice(text: string): boolean {
  return FOREIGN.test(text) && readPastedPrice(withoutCurrency(text)) !== null
}

export const withoutCurrency = (text: string): string => text.replace(FOREIGN, '').trim()

/** Foreign currency sign in a column's heading, null for none. */
export function currencyIn(head: string): string | null {
  return FOREIGN.exec(head)?.[0] ?? null
}

/** Decimal mark of a column: "12,50" makes the "1.299" beside it over a thousand. */
export type DecimalMark = '.' | ','

/**
 * @param mark decimal mark of its column, see `decimalMarkOf`
 * @returns the amount as typed in this app, null when it is not a dollar price
 */
export function readPastedPrice(text: string, mark: DecimalMark = '.'): string | null {
  if (FOREIGN.test(text)) return null
  const match =
    /^(?:us)?[ $]*(-?[\d.,](?:[\d.,'’ ]*\d)?) ?(?:usd|\$)? ?(?:\/? ?(?:each|ea\.?|pcs?))?$/i.exec(
      collapseBlanks(text.replace(/^usd/i, '')),
    )
  const amount = match?.[1]
  if (amount === undefined) return null
  const plain = withoutGroups(amount)
  if (plain === null) return null
  // Points as thousands separators, and a decimal comma.
  if (/^\d+,\d{1,2}$|^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(plain) || mark === ',')
    return plain.replaceAll('.', '').replace(',', '.')
  return plain
}

/** A table's price as typed into a kit of this currency; a named currency is kept. */
export function plainPrice(text: string, mark: DecimalMark, currency: string): string {
  // In a kit of another currency, a dollar amount keeps its sign.
  const isDollars = currency === DOLLARS || !/\$|usd/i.test(text)
  const read = isDollars ? readPastedPrice(text, mark) : null
  if (read !== null) return read
  const plain = collapseBlanks(text).replace(/ ?\/? ?(?:each|ea\.?|pcs?)$/i, '')
  if (mark === '.' || currencyIn(plain) === null) return plain
  return plain.replace(/\d[\d.,]*/, (amount) => amount.replaceAll('.', '').replace(',', '.'))
}

/** Strips the groups of "1'299.50" and "1 299,50"; null when they are not thousands. */
function withoutGroups(amount: string): string | null {
  if (!/['’ ]/.test(amount)) return amount
  return /^-?\d{1,3}(?:['’ ]\d{3})+(?:[.,]\d{1,2})?$/.test(amount)
    ? amount.replaceAll(/['’ ]/g, '')
    : null
}

/** Decimal mark of a price column: a comma, if one proves it and no point does. */
export function decimalMarkOf(texts: Iterable<string>): DecimalMark {
  let hasComma = false
  for (const text of texts) {
    if (/\d\.\d{1,2}(?!\d)/.test(text)) return '.'
    hasComma ||= /\d,\d{1,2}(?!\d)/.test(text)
  }
  return hasComma ? ',' : '.'
}
