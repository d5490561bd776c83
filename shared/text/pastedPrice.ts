/** Prices as shops and spreadsheets write them, in dollars. Another currency is no dollar price. */
import { DOLLARS } from '../money.ts'
import { FOREIGN } from './typed/numberPatterns.ts'
import { collapseBlanks } from './trimEndOf.ts'

/** Whether a text is an amount in another currency: a price, and none in dollars. */
export function isForeignPrice(text: string): boolean {
  return FOREIGN.test(text) && readPastedPrice(withoutCurrency(text)) !== null
}

/** An amount of another currency without what says so. */
export const withoutCurrency = (text: string): string => text.replace(FOREIGN, '').trim()

/** The sign of the other currency that the head of a column names, null for none. */
export function currencyIn(head: string): string | null {
  return FOREIGN.exec(head)?.[0] ?? null
}

/** What stands before the cents in a column: "12,50" beside "1.299" is one thousand and so on. */
export type DecimalMark = '.' | ','

/**
 * @param mark of the other prices of its column, see `decimalMarkOf`
 * @returns the amount as it would be typed here, null for what is no price in dollars
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
  // Points between the thousands and a comma before the cents.
  if (/^\d+,\d{1,2}$|^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(plain) || mark === ',')
    return plain.replaceAll('.', '').replace(',', '.')
  return plain
}

/**
 * A price of a table as it would be typed into a kit of this currency, without what is written
 * around it; what names its currency still does.
 */
export function plainPrice(text: string, mark: DecimalMark, currency: string): string {
  // In a kit of another currency a dollar is no amount of its own.
  const isDollars = currency === DOLLARS || !/\$|usd/i.test(text)
  const read = isDollars ? readPastedPrice(text, mark) : null
  if (read !== null) return read
  const plain = collapseBlanks(text).replace(/ ?\/? ?(?:each|ea\.?|pcs?)$/i, '')
  if (mark === '.' || currencyIn(plain) === null) return plain
  return plain.replace(/\d[\d.,]*/, (amount) => amount.replaceAll('.', '').replace(',', '.'))
}

/** "1'299.50" and "1 299,50" without what divides their thousands; null where it divides others. */
function withoutGroups(amount: string): string | null {
  if (!/['’ ]/.test(amount)) return amount
  return /^-?\d{1,3}(?:['’ ]\d{3})+(?:[.,]\d{1,2})?$/.test(amount)
    ? amount.replaceAll(/['’ ]/g, '')
    : null
}

/** The mark before the cents that a column of prices uses: a comma, where one says so and no point does. */
export function decimalMarkOf(texts: Iterable<string>): DecimalMark {
  let hasComma = false
  for (const text of texts) {
    if (/\d\.\d{1,2}(?!\d)/.test(text)) return '.'
    hasComma ||= /\d,\d{1,2}(?!\d)/.test(text)
  }
  return hasComma ? ',' : '.'
}
