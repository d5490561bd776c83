/**
 * Parses text typed into a line: a value to store, or a draft that is kept word for word until it
 * is valid. Pure, so that the rules can be read and tested on one page.
 */
import type { Cell } from '#shared/tables/columnHeads.ts'

import { cleanText } from '#shared/define.ts'
import { type Line, MAX_NAME, MAX_QUANTITY } from '#shared/kinds/kit.ts'
import { MAX_LINK_LENGTH, parseLink } from '#shared/links.ts'
import type { Price } from '#shared/money/money.ts'
import {
  DOLLARS,
  formatMoney,
  formatOf,
  isCode,
  moneyOf,
  priceOf,
  typedAmount,
} from '#shared/money/money.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'
import { readAmount } from './amountReader.ts'
import { languageTag, type Later, later, t } from '#shared/words/words.ts'

export type CellValue = string | number | null

/**
 * `problem` is a sentence for people. `standIn` is the interim value of the cell, where that is not
 * its previous one.
 */
export type Reading =
  | { kind: 'value'; value: CellValue }
  | { kind: 'draft'; problem: string; standIn?: CellValue }

export interface FieldRule {
  /** Message for a draft that was left unfinished. */
  unfinished: Later
  /** Text of a stored value. The kit's currency matters to prices, here and below. */
  show: (line: Line, currency?: string) => string
  format: (value: CellValue, currency?: string) => string
  /** Parses while typing. */
  read: (text: string, currency?: string) => Reading
  /** Parses on blur: here nothing typed becomes a number. */
  settle: (text: string, currency?: string) => Reading
  /** Only blur counts: half a text would often be valid. */
  isReadOnLeave?: boolean
  maxLength: number
}

const MAX_NUMBER_LENGTH = 40
/** Above the cells' limits: too long a text gets a message instead of a cut. */
const MAX_TYPED = 2_000

const value = (read: CellValue): Reading => ({ kind: 'value', value: read })
const draft = (problem: string): Reading => ({ kind: 'draft', problem })

function textRule(
  cell: 'name' | 'manufacturer' | 'partNumber',
  unfinished: Later,
  tooLong: (values: { max: number; length: string }) => string,
): FieldRule {
  const read = (text: string) => {
    const clean = cleanText(text)
    const { length } = clean
    return length > MAX_NAME
      ? draft(tooLong({ max: MAX_NAME, length: String(length) }))
      : value(clean)
  }
  return {
    unfinished,
    show: (line) => line[cell],
    format: (shown) => String(shown),
    read,
    settle: read,
    maxLength: MAX_TYPED,
  }
}

/**
 * Parses a unit price. Empty means unknown.
 * @param currency of the kit, for an amount without one
 */
export function readPrice(text: string, currency = DOLLARS): Reading {
  const typed = text.trim()
  if (typed === '') return value(null)
  const read = readAmount(typed, currency)
  if ('problem' in read) return draft(read.sentence)
  // "12." will go on: storing 12.00 now would show it and swallow the point.
  return /[.,]$/.test(typed) ? draft('') : value(priceOf(read.money))
}

/** On blur text without a number counts as 0; like an invalid number it stays, with a message. */
export function settlePrice(text: string, currency = DOLLARS): Reading {
  const typed = text.trim()
  if (typed === '') return value(null)
  const read = readAmount(typed, currency)
  if (!('problem' in read)) return value(priceOf(read.money))
  if (read.problem !== 'not_a_number') return draft(read.sentence)
  const nothing = { minor: 0, currency }
  const problem = `${read.sentence} ${t('This counts as {amount}.', { amount: formatMoney(nothing) })}`
  return { kind: 'draft', problem, standIn: priceOf(nothing) }
}

/** "$", "€"; '' for a currency whose symbol is as long as its code. */
function signOf(currency: string): string {
  if (!isCode(currency)) return ''
  const parts = formatOf(currency, languageTag()).formatToParts(0)
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? ''
  return sign.length === 1 ? sign : ''
}

/** Prefix of a price field; '' where the text names the currency. */
export function priceSign({ price }: Pick<Line, 'price'>, currency: string): string {
  const said = moneyOf(price)?.currency
  return price === null || said === currency ? signOf(currency) : ''
}

/** Label of a price field. */
export const priceLabel = (currency: string): string =>
  currency === DOLLARS ? t('Unit price in dollars') : t('Unit price in {currency}', { currency })

/** An amount as typed; the kit's currency is implied. */
function showPrice(price: Price, currency = DOLLARS): string {
  const money = moneyOf(price)
  if (!money) return String(price ?? '')
  const amount = typedAmount(money, browserLocale())
  return money.currency === currency ? amount : `${money.currency} ${amount}`
}

/** Placeholder of an empty price field: "0.00". */
export const emptyPrice = (currency: string): string =>
  typedAmount({ minor: 0, currency }, browserLocale())

/** Parses a quantity: a whole number, 0 for "not needed". */
export function readQuantity(text: string): Reading {
  const typed = text.trim()
  if (/^\d+$/.test(typed)) {
    const quantity = Number(typed)
    if (quantity <= MAX_QUANTITY) return value(quantity)
    return draft(t('A quantity goes up to {max}.', { max: MAX_QUANTITY }))
  }
  if (/^-\s*\d/.test(typed)) return draft(t('A quantity cannot be below 0.'))
  return draft(t('A quantity is a whole number, for example 2.'))
}

/** On blur an empty quantity becomes 0. */
export function settleQuantity(text: string): Reading {
  return text.trim() === '' ? value(0) : readQuantity(text)
}

/** Parses a link as people write it: "amazon.com/x" becomes "https://amazon.com/x". */
export function readLink(text: string): Reading {
  const read = parseLink(cleanText(text))
  if ('link' in read) return value(read.link)
  if (read.problem === 'too_long') {
    return draft(t('A link has at most {max} characters.', { max: MAX_LINK_LENGTH }))
  }
  const hasOtherScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text.trim()) && !/^https?:/i.test(text)
  return hasOtherScheme
    ? draft(t('Only links that begin with http:// or https:// are kept.'))
    : draft(t('That is not a link. One looks like shop.com/part.'))
}

export const FIELD_RULES: Record<Cell, FieldRule> = {
  name: textRule(
    'name',
    later('A part name that is not finished. Press Enter in the field to keep it.'),
    (values) => t('A part name has at most {max} characters, this has {length}.', values),
  ),
  manufacturer: textRule(
    'manufacturer',
    later('A manufacturer that is not finished. Press Enter in the field to keep it.'),
    (values) => t('A manufacturer has at most {max} characters, this has {length}.', values),
  ),
  partNumber: textRule(
    'partNumber',
    later('A part number that is not finished. Press Enter in the field to keep it.'),
    (values) => t('A part number has at most {max} characters, this has {length}.', values),
  ),
  price: {
    unfinished: later('A price that is not finished. Press Enter in the field to keep it.'),
    show: (line, currency) => showPrice(line.price, currency),
    format: showPrice,
    read: readPrice,
    settle: settlePrice,
    maxLength: MAX_NUMBER_LENGTH,
  },
  qty: {
    unfinished: later('A quantity that is not finished. Press Enter in the field to keep it.'),
    show: (line) => String(line.qty),
    format: (shown) => String(shown),
    read: readQuantity,
    settle: settleQuantity,
    maxLength: MAX_NUMBER_LENGTH,
  },
  link: {
    unfinished: later('A link that is not finished. Press Enter in the field to keep it.'),
    show: (line) => showLink(line.link),
    format: (link) => showLink(String(link)),
    read: readLink,
    settle: readLink,
    isReadOnLeave: true,
    // One above the limit: a longer one gets a message instead of a cut.
    maxLength: MAX_LINK_LENGTH + 1,
  },
}

/** Hides "https://": the distinctive part comes first. */
function showLink(link: string): string {
  return link.replace(/^https:\/\//, '')
}
