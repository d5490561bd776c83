/**
 * Money: integer minor units with an ISO 4217 code in memory, text outside; never a binary
 * fraction. typedMoney.ts parses typed amounts, kinds/priceSum.ts sums several currencies.
 */
import { languageTag } from '../words/words.ts'
import { readNumber, type NumberText } from './numberText.ts'

/** Default currency: before others were supported, every amount was in it. */
export const DOLLARS = 'USD'
export const MAX_PRICE_CENTS = 99_999_999
/** In minor units of other currencies: in some, a part costs millions. */
export const MAX_MINOR = 9_999_999_999

export interface Money {
  /** An integer: cents of dollars, yen, fils. */
  minor: number
  /** "EUR" */
  currency: string
}

/**
 * A stored price: cents for dollars, "EUR 12.50" for other currencies, null when unknown.
 * Dollar-only versions read the text as no price. Unreadable text of a newer version is shown,
 * copied and kept as it is.
 */
export type Price = number | string | null

/** Per ISO 4217, not Intl, which rounds to cash amounts. All others have 2. */
const WITHOUT = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const WITH_3 = 'BHD IQD JOD KWD LYD OMR TND'

export function digitsOf(currency: string): number {
  return WITHOUT.includes(currency) ? 0 : WITH_3.includes(currency) ? 3 : 2
}

/** Maximum price in minor units. */
export function maxMinorOf(currency: string): number {
  return currency === DOLLARS ? MAX_PRICE_CENTS : MAX_MINOR
}

/** Whether a value looks like a currency code, possibly a future one. */
export function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value)
}

/** Price in dollars, null for others: purchase events count dollars only. */
export function centsOf(price: Price): number | null {
  return typeof price === 'number' ? price : null
}

/** Whether the price is zero or unknown. */
export function isFree(price: Price): boolean {
  return !price || moneyOf(price)?.minor === 0
}

/** Parses a stored price; null when absent, or unreadable by this version. */
export function moneyOf(price: Price): Money | null {
  if (typeof price === 'number') return { minor: price, currency: DOLLARS }
  const [, currency = '', whole = '', fraction = ''] =
    /^([A-Z]{3}) (\d{1,10})(?:\.(\d+))?$/.exec(price ?? '') ?? []
  const minor = Number(whole + fraction)
  const isWhole = whole !== '' && fraction.length === digitsOf(currency)
  return isWhole && minor <= maxMinorOf(currency) ? { minor, currency } : null
}

/** Formats a price for storage. */
export function priceOf(money: Money): number | string {
  return money.currency === DOLLARS ? money.minor : `${money.currency} ${decimalOf(money)}`
}

/** Problem code of a price to store, or null. */
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

/** Cached: creating a format costs more than many uses. */
const formats = new Map<string, Intl.NumberFormat>()
const MOST_FORMATS = 500

/** A locale's format of a currency, with ISO 4217 decimals. */
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
  // From a newer version, and no code that Intl accepts.
  if (!/^[A-Z]{3}$/.test(currency)) return `${currency} ${decimalOf({ minor, currency })}`
  return formatOf(currency, locale).format(minor / 10 ** digitsOf(currency))
}

/** A stored price for people, times `qty`. Unreadable text stays as it is. */
export function formatPrice(price: number | string, qty = 1): string {
  const money = moneyOf(price)
  if (money) return formatMoney({ ...money, minor: money.minor * qty })
  return qty === 1 ? String(price) : `${qty} × ${price}`
}

/** "$1,234.50" */
export function formatCents(cents: number): string {
  return formatMoney({ minor: cents, currency: DOLLARS })
}

/** "1234,50": an amount for a field, with the locale's decimal mark. `parseMoney` reads it. */
export function typedAmount(money: Money, locale: string): string {
  const { currency } = money
  const parts = isCode(currency) ? formatOf(currency, locale).formatToParts(0) : []
  const isComma = parts.some(({ type, value }) => type === 'decimal' && value === ',')
  return isComma ? decimalOf(money).replace('.', ',') : decimalOf(money)
}

/** "1234.50": for files and programs, with all decimals of the currency. */
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
 * Parses a machine-written dollar amount: "45.99", "$1,299", "12 USD", ".5", 12.5.
 * @returns cents, or a machine code: 'not_a_number', or 'invalid_price' when it is negative, above
 * the limit or has fractions of a cent.
 */
export function parseCents(input: string | number): { cents: number } | { problem: string } {
  const read = readNumber(typeof input === 'number' ? numberText(input) : input, '.')
  if (!read || !isDollars(read)) return { problem: 'not_a_number' }
  const cents = Math.round(read.value * 100)
  const isPrice = !read.isNegative && !/[1-9]/.test(read.decimals.slice(2))
  return isPrice && cents <= MAX_PRICE_CENTS ? { cents } : { problem: 'invalid_price' }
}

/** Whether the words around a number are none, or name dollars. */
export const isDollars = ({ words }: NumberText): boolean =>
  /^(?:usd?)?\$*(?:usd)?\$?$/i.test(words.replaceAll(/\s/g, ''))

function numberText(value: number): string {
  // 1e99 prints as "1e+99": a number, but no real amount. Refused as a price.
  if (!Number.isFinite(value)) return ''
  return Math.abs(value) >= 1e15 ? '999999999999' : String(value)
}
