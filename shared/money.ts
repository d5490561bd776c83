/**
 * Money is whole minor units with an ISO 4217 code inside and text outside; never a binary fraction.
 * What people type is read in typedMoney.ts, sums of several currencies are in kinds/priceSum.ts.
 */
import { languageTag } from './words/words.ts'

/** What every amount is that does not say otherwise: all there were before there were others. */
export const DOLLARS = 'USD'
export const MAX_PRICE_CENTS = 99_999_999
/** In minor units of another currency: of some a part costs millions. */
export const MAX_MINOR = 9_999_999_999

export interface Money {
  /** Cents of dollars, yen, fils: a whole number. */
  minor: number
  /** "EUR" */
  currency: string
}

/**
 * A price as it is stored: cents where it is in dollars, "EUR 12.50" where it is in another currency,
 * null where it is not known. Versions that know dollars alone take the text for no price. Text that
 * is of a newer version is shown, copied and kept as it stands.
 */
export type Price = number | string | null

/** Of ISO 4217, not of Intl: that one rounds to what is paid in cash. All others have 2. */
const WITHOUT = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const WITH_3 = 'BHD IQD JOD KWD LYD OMR TND'

/** How many decimals amounts of a currency have. */
export function digitsOf(currency: string): number {
  return WITHOUT.includes(currency) ? 0 : WITH_3.includes(currency) ? 3 : 2
}

/** The most a price may be, in minor units. */
export function maxMinorOf(currency: string): number {
  return currency === DOLLARS ? MAX_PRICE_CENTS : MAX_MINOR
}

/** Whether a stored value is a code of a currency, one of tomorrow too. */
export function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value)
}

/** A price in dollars, null for any other: what is counted of purchases is in dollars. */
export function centsOf(price: Price): number | null {
  return typeof price === 'number' ? price : null
}

/** Whether nothing is asked, or nobody knows what. */
export function isFree(price: Price): boolean {
  return !price || moneyOf(price)?.minor === 0
}

/** What a stored price means; null where there is none, or one that this version cannot read. */
export function moneyOf(price: Price): Money | null {
  if (typeof price === 'number') return { minor: price, currency: DOLLARS }
  const [, currency = '', whole = '', fraction = ''] =
    /^([A-Z]{3}) (\d{1,10})(?:\.(\d+))?$/.exec(price ?? '') ?? []
  const minor = Number(whole + fraction)
  const isWhole = whole !== '' && fraction.length === digitsOf(currency)
  return isWhole && minor <= maxMinorOf(currency) ? { minor, currency } : null
}

/** A price as it is stored. */
export function priceOf(money: Money): number | string {
  return money.currency === DOLLARS ? money.minor : `${money.currency} ${decimalOf(money)}`
}

/** What is wrong with a price to be stored: a machine code, or null. */
export function priceProblem(value: unknown): string | null {
  if (value === null) return null
  const isPrice = typeof value === 'number' || typeof value === 'string'
  const money = isPrice ? moneyOf(value) : null
  const isFine =
    money !== null &&
    priceOf(money) === value &&
    Number.isInteger(money.minor) &&
    money.minor >= 0 &&
    money.minor <= maxMinorOf(money.currency)
  return isFine ? null : 'invalid_price'
}

/** Making one takes longer than many uses of it. */
const formats = new Map<string, Intl.NumberFormat>()
const MOST_FORMATS = 500

/** How a locale writes a currency, with its decimals by ISO 4217. */
export function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = locale + currency
  let format = formats.get(key)
  if (!format) {
    const digits = digitsOf(currency)
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...fraction })
    if (formats.size >= MOST_FORMATS) formats.clear()
    formats.set(key, format)
  }
  return format
}

/** "$1,234.50", "€35.00", "¥1,200" */
export function formatMoney({ minor, currency }: Money, locale = languageTag()): string {
  // Of a newer version, and no code that Intl takes.
  if (!/^[A-Z]{3}$/.test(currency)) return `${currency} ${decimalOf({ minor, currency })}`
  return formatOf(currency, locale).format(minor / 10 ** digitsOf(currency))
}

/** A stored price for people; of `qty` pieces, where that is said. What cannot be read stands as it is. */
export function formatPrice(price: number | string, qty = 1): string {
  const money = moneyOf(price)
  if (money) return formatMoney({ ...money, minor: money.minor * qty })
  return qty === 1 ? String(price) : `${qty} × ${price}`
}

/** "$1,234.50" */
export function formatCents(cents: number): string {
  return formatMoney({ minor: cents, currency: DOLLARS })
}

/**
 * "1234,50": an amount as a field shows it, with the decimal mark of whoever types. `parseMoney` reads
 * it as the same.
 */
export function typedAmount(money: Money, locale: string): string {
  const { currency } = money
  const parts = isCode(currency) ? formatOf(currency, locale).formatToParts(0) : []
  const isComma = parts.some(({ type, value }) => type === 'decimal' && value === ',')
  return isComma ? decimalOf(money).replace('.', ',') : decimalOf(money)
}

/** "1234.50": what files and programs carry, with all decimals of the currency. */
export function decimalOf({ minor, currency }: Money): string {
  const digits = digitsOf(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const at = text.length - digits
  return `${minor < 0 ? '-' : ''}${text.slice(0, at)}${digits > 0 ? '.' : ''}${text.slice(at)}`
}

/** "1234.50" of dollars. */
export function centsToDecimal(cents: number): string {
  return decimalOf({ minor: cents, currency: DOLLARS })
}

/**
 * Reads an amount of dollars that a program wrote: "45.99", "$1,299", ".5", 12.5.
 * @returns cents, or a machine code: 'not_a_number', or 'invalid_price' when it is negative, above
 * the limit or has fractions of a cent.
 */
export function parseCents(input: string | number): { cents: number } | { problem: string } {
  const text = typeof input === 'number' ? numberText(input) : input.trim()
  const match = /^(-?)\$?(-?)\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/.exec(text)
  const [, before = '', behind = '', whole = '', fraction = ''] = match ?? []
  if (!match || (whole === '' && fraction === '')) return { problem: 'not_a_number' }
  if (before || behind || /[1-9]/.test(fraction.slice(2))) return { problem: 'invalid_price' }
  const cents =
    Number(whole.replaceAll(',', '')) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  return cents <= MAX_PRICE_CENTS ? { cents } : { problem: 'invalid_price' }
}

function numberText(value: number): string {
  // 1e99 prints as "1e+99", which is a number but no amount anybody means: refused as a price.
  if (!Number.isFinite(value)) return ''
  return Math.abs(value) >= 1e15 ? '999999999999' : String(value)
}
