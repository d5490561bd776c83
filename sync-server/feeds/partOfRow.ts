/** Parses a row into a part with one offer, or the reason why it is not one. */
import type { FeedColumn } from '#shared/catalogue/feed.ts'
import type { PartFit } from '#shared/catalogue/part.ts'
import type { Decimal } from '#shared/catalogue/source.ts'
import type { IncomingPart } from '../catalogue/incoming.ts'
import type { Fields as Row } from './columns.ts'

import { cleanText, isStorable } from '#shared/define.ts'
import { linkProblem } from '#shared/links.ts'
import { currenciesIn, currenciesOf, currencyCodes } from '#shared/money/currencyWords.ts'
import { DOLLARS, MAX_PRICE_CENTS } from '#shared/money/money.ts'
import { readNumber } from '#shared/money/numberText.ts'
import { readGtin } from '#shared/catalogue/gtin.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import {
  brandKey,
  MAX_BRAND,
  MAX_PART_NUMBER,
  partNumberKey,
} from '#shared/catalogue/partNumber.ts'
import { availabilityOf } from './availabilityOf.ts'
import { tell, type Told } from '../words/told.ts'

const MAX_REFERENCES = 20
const DAY_MS = 24 * 3_600_000

class BadRow extends Error {
  override name = 'BadRow'

  constructor(column: FeedColumn, sentence: Told) {
    super(tell('{column}: {sentence}', { column, sentence: [sentence] }))
  }
}

const EMPTY = tell('This must not be empty.')
const NO_SIGNS = tell('it has neither letter nor digit.')

/** How a source's amounts are parsed. */
export interface Money {
  decimal: Decimal
  /** Default currency; '' where each amount has to name its own. */
  currency: string
  /** Dollars per unit; null leaves amounts unconverted. */
  rate: { value: number; at: number } | null
}

export interface Reading {
  /** Merchant of the whole file; '' when each row names its own. */
  merchant: string
  now: number
  /** Null for a file without a source: US dollars, decimal point. */
  money: Money | null
}

export function partOfRow(row: Row, reading: Reading): { part: IncomingPart } | { problem: Told } {
  try {
    return { part: read(row, reading) }
  } catch (error) {
    if (error instanceof BadRow) return { problem: error.message }
    throw error
  }
}

function read(row: Row, { merchant, now, money }: Reading): IncomingPart {
  const gtin = gtinOf(row)
  const number = text(row, 'partNumber', MAX_PART_NUMBER, gtin === '' ? 1 : 0) || gtin
  if (partNumberKey(number) === '') throw new BadRow('partNumber', NO_SIGNS)
  const brand = text(row, 'brand', MAX_BRAND, 1)
  if (brandKey(brand) === '') throw new BadRow('brand', NO_SIGNS)
  const seller = text(row, 'merchant', PART_LIMITS.merchant) || merchant
  if (brandKey(seller) === '') throw new BadRow('merchant', tell('this must not be empty.'))
  const { cents, unitCents, foreign, converted } = amounts(row, money)
  return {
    number,
    brand,
    name: text(row, 'name', PART_LIMITS.name, 1),
    category: text(row, 'category', PART_LIMITS.category),
    image: link(row, 'image'),
    task: '',
    retailerNumber: text(row, 'fcpPartNumber', MAX_PART_NUMBER),
    unitCents,
    rating: { average: 0, count: 0 },
    fits: fits(row),
    crossReferences: [
      ...(gtin && gtin !== number ? [{ number: gtin, brand: '' }] : []),
      ...references(row),
    ],
    offers: [
      {
        merchant: seller,
        cents,
        promo: text(row, 'promo', PART_LIMITS.promo),
        availability: availabilityOf(text(row, 'availability', PART_LIMITS.availability)),
        link: link(row, 'link'),
        asOf: time(row, now),
        ...(foreign && { foreign }),
        ...(converted && { converted }),
      },
    ],
  }
}

/** The barcode's digits as printed below it; '' for none. */
function gtinOf(row: Row): string {
  const given = (row.gtin ?? '').trim()
  if (given === '') return ''
  if (readGtin(given) === null) {
    throw new BadRow(
      'gtin',
      tell('“{given}” has a wrong length or check digit.', { given: shown(given) }),
    )
  }
  return given.replaceAll(/[\s-]/g, '')
}

type Amounts = Pick<IncomingPart, 'unitCents'> &
  Pick<IncomingPart['offers'][number], 'cents' | 'foreign' | 'converted'>

/** A row has one currency: that of its price. */
function amounts(row: Row, money: Money | null): Amounts {
  const currency = currencyOf(row, money)
  const said = {
    base: price(row, money, currency),
    promo: amount(row, 'promoAmount', money, currency),
    shipping: amount(row, 'shipping', money, currency),
    tax: amount(row, 'tax', money, currency),
    core: amount(row, 'coreCharge', money, currency),
  }
  const sale = amount(row, 'salePrice', money, currency)
  if (sale !== null && sale > 0 && sale < said.base) said.promo ??= said.base - sale
  if (said.promo !== null && said.promo > said.base) {
    throw new BadRow('promoAmount', tell('it is above the price.'))
  }
  if (currency === DOLLARS) return { cents: said, unitCents: said.base }
  const rate = currency === money?.currency ? money.rate : null
  // unitCents is in dollars, and unknown here.
  if (!rate) return { cents: said, unitCents: 0, foreign: currency }
  const inDollars = <Own extends number | null>(own: Own) =>
    own === null ? own : Math.round(own * rate.value)
  const cents = {
    base: inDollars(said.base),
    promo: inDollars(said.promo),
    shipping: inDollars(said.shipping),
    tax: inDollars(said.tax),
    core: inDollars(said.core),
  }
  if (cents.base > MAX_PRICE_CENTS)
    throw new BadRow('price', tell('in dollars it is above what we take.'))
  const own = { currency, cents: said.base, rate: rate.value, rateAt: rate.at }
  return { cents, unitCents: cents.base, converted: own }
}

function text(row: Row, column: FeedColumn, max: number, min = 0): string {
  const given = row[column] ?? ''
  // Fast path: almost all rows are plain ASCII.
  const value = /^[\x20-\x7e]*$/.test(given)
    ? given.trim()
    : cleanText(given)
        .replaceAll(/\p{Cf}/gu, '')
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
  if (value.length < min) throw new BadRow(column, EMPTY)
  if (value.length > max) throw new BadRow(column, tell('at most {max} characters.', { max }))
  return value
}

/** Currency by its column, by what is written beside the price, or the source's default. */
function currencyOf(row: Row, money: Money | null): string {
  const usual = money?.currency ?? DOLLARS
  const said = (row.currency ?? '').trim()
  const [named, other] = currenciesIn(said || (row.price ?? ''), usual)
  const currency = (other === undefined && named) || said.toUpperCase() || usual
  if (currency === DOLLARS) return currency
  if (currency === '' && row.price)
    throw new BadRow('price', tell('it names no currency; the settings of its source say which.'))
  if (!money) throw new BadRow('price', inOther(currency.slice(0, 10)))
  if (currency && !currencyCodes().includes(currency))
    throw new BadRow('currency', tell('“{given}” is none we know.', { given: shown(currency) }))
  return currency
}

function price(row: Row, money: Money | null, currency: string): number {
  const given = row.price ?? ''
  if (given === '') throw new BadRow('price', EMPTY)
  const cents = centsOf('price', given, money, currency)
  if (cents === 0) throw new BadRow('price', tell('0 is no price.'))
  return cents
}

/**
 * Null if absent. Words without a digit, such as "at checkout", count as absent; so do shipping and
 * tax by region, such as Google's "US:::6.99 USD".
 */
function amount(
  row: Row,
  column: FeedColumn,
  money: Money | null,
  currency: string,
): number | null {
  const given = row[column] ?? ''
  if (/^free\b/i.test(given)) return 0
  if (!/\d/.test(given) || (given.includes(':') && column !== 'coreCharge')) return null
  const [own = currency, other] = currenciesIn(given, currency)
  if (own !== currency && other === undefined) {
    throw new BadRow(
      column,
      money ? tell('it is in {own} and the price in {currency}.', { own, currency }) : inOther(own),
    )
  }
  return centsOf(column, given, money, currency)
}

function centsOf(column: FeedColumn, given: string, money: Money | null, currency: string): number {
  const words = { given: shown(given) }
  const no = (sentence: Told) => new BadRow(column, sentence)
  const mark = money?.decimal ?? '.'
  const read = readNumber(given, mark === 'auto' ? undefined : mark)
  if (!read && !money && readNumber(given, ','))
    throw no(tell('“{given}” has a comma: a source reads it, where its settings say so.', words))
  if (!read || !currenciesOf(read.words, currency).includes(currency))
    throw no(tell('“{given}” is no amount.', words))
  if (read.isOpen)
    throw no(
      tell('“{given}” may be thousands or decimals; the settings of its source say which.', words),
    )
  if (read.isNegative) throw no(tell('“{given}” is below 0.', words))
  const cents = Math.round(read.value * 100)
  if (cents > MAX_PRICE_CENTS || /[1-9]/.test(read.decimals.slice(2)))
    throw no(tell('“{given}” is no amount we take.', words))
  return cents
}

const shown = (given: string): string =>
  cleanText(given.length > 40 ? `${given.slice(0, 39)}…` : given)

const inOther = (currency: string): Told =>
  tell('it is in {currency}; only US dollars are taken.', { currency })

function link(row: Row, column: 'link' | 'image'): string {
  // WooCommerce names all pictures of a product.
  const [value = ''] = (row[column] ?? '').split(', http')
  if (linkProblem(value) !== null)
    throw new BadRow(column, tell('A link starts with http:// or https:// and names a site.'))
  return value
}

function fits(row: Row): PartFit[] {
  const make = text(row, 'make', 60)
  const model = text(row, 'model', 60)
  if (make === '' && model === '') return []
  if (make === '' || model === '')
    throw new BadRow('make', tell('a vehicle needs a make and a model.'))
  const yearFrom = year(row, 'yearFrom')
  const yearTo = row.yearTo ? year(row, 'yearTo') : yearFrom
  if (yearTo < yearFrom) throw new BadRow('yearTo', tell('it is before yearFrom.'))
  return [{ make, model, yearFrom, yearTo }]
}

function year(row: Row, column: 'yearFrom' | 'yearTo'): number {
  const given = row[column] ?? ''
  const value = /^\d{4}$/.test(given) ? Number(given) : 0
  if (value < 1900 || value > 2030) throw new BadRow(column, tell('a year from 1900 to 2030.'))
  return value
}

/** "Exemplar=EX-OF 45; 0451103": the brand is optional. */
function references(row: Row): IncomingPart['crossReferences'] {
  const given = row.crossReferences ?? ''
  if (given === '') return []
  if (!isStorable(given))
    throw new BadRow('crossReferences', tell('This text holds characters that cannot be stored.'))
  const all = given.split(/[;|]/).map((one) => one.trim())
  if (all.length > MAX_REFERENCES)
    throw new BadRow('crossReferences', tell('at most {most}.', { most: MAX_REFERENCES }))
  return all.flatMap((one) => {
    const [before = '', ...behind] = one.split('=')
    const [brand, number] = behind.length > 0 ? [before.trim(), behind.join('=').trim()] : ['', one]
    if (partNumberKey(number) === '') return []
    if (number.length > MAX_PART_NUMBER || brand.length > MAX_BRAND) {
      throw new BadRow('crossReferences', tell('one of them is too long.'))
    }
    return [{ number, brand }]
  })
}

function time(row: Row, now: number): number {
  const given = row.asOf ?? ''
  if (given === '') return now
  const at = /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : NaN
  if (Number.isNaN(at) || at > now + DAY_MS || at < now - 3_650 * DAY_MS) {
    throw new BadRow('asOf', tell('a time like 2026-01-31T12:00:00Z that is not to come.'))
  }
  return Math.min(at, now)
}
