import { collapseBlanks } from './trimEndOf.ts'

/** Prices as shops and spreadsheets write them, in dollars. Another currency is no dollar price. */
const OTHER_CURRENCY = /[€£¥₹]|\b(eur|gbp|cad|aud|chf|jpy)\b/i

/**
 * @returns the amount as it would be typed here, null for what is no price in dollars
 */
export function readPastedPrice(text: string): string | null {
  if (OTHER_CURRENCY.test(text)) return null
  const match = /^(?:us)?[ $]*(-?[\d.,]*\d) ?(?:usd|\$)? ?(?:\/? ?(?:each|ea\.?|pcs?))?$/i.exec(
    collapseBlanks(text.replace(/^usd/i, '')),
  )
  const amount = match?.[1]
  if (amount === undefined) return null
  // 1.299,50: points between the thousands and a comma before the cents.
  if (/^\d{1,3}(\.\d{3})*,\d{1,2}$/.test(amount))
    return amount.replaceAll('.', '').replace(',', '.')
  return amount
}
