/**
 * What a text typed into a part line means: a value to store, or a draft that is kept word for
 * word until it is one. Pure, so that the rules can be read and tested on one page.
 */
import type { Line } from '#shared/kinds/kit.ts'

import { cleanText } from '#shared/kinds/define.ts'
import { MAX_NAME, MAX_QUANTITY } from '#shared/kinds/kit.ts'
import { MAX_LINK_LENGTH, parseLink } from '#shared/links.ts'
import type { Price } from '#shared/money.ts'
import {
  DOLLARS,
  formatMoney,
  formatOf,
  isCode,
  moneyOf,
  priceOf,
  typedAmount,
} from '#shared/money.ts'
import { browserLocale } from '../../device/browserLocale.ts'
import { readAmount } from './amountReader.ts'
import { languageTag, type Later, later, t } from '#shared/words/words.ts'

/** The cells of a line that are typed. */
export type Cell = 'name' | 'manufacturer' | 'partNumber' | 'price' | 'qty' | 'link'
export type CellValue = string | number | null

/**
 * `problem` is a sentence for people. `standIn` is what the cell holds meanwhile, where that is not
 * what it held before.
 */
export type Reading =
  | { kind: 'value'; value: CellValue }
  | { kind: 'draft'; problem: string; standIn?: CellValue }

export interface FieldRule {
  /** What is said of a text in it that waits to be left. */
  unfinished: Later
  /** The text that shows a stored value. Prices ask for the currency of the kit, here and below. */
  show: (line: Line, currency?: string) => string
  format: (value: CellValue, currency?: string) => string
  /** What a text means while it is typed. */
  read: (text: string, currency?: string) => Reading
  /** What it means once it was left: here nothing typed becomes a number. */
  settle: (text: string, currency?: string) => Reading
  /** While it is typed, half of it would often be a valid value: only leaving it counts. */
  isReadOnLeave?: boolean
  maxLength: number
}

const MAX_NUMBER_LENGTH = 40
/** Room for what is too long: it is refused with a word instead of cut. */
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
 * Reads a unit price. Nothing typed means that the price is not known.
 * @param currency of the kit: what an amount is in that does not say otherwise
 */
export function readPrice(text: string, currency = DOLLARS): Reading {
  const typed = text.trim()
  if (typed === '') return value(null)
  const read = readAmount(typed, currency)
  if ('problem' in read) return draft(read.sentence)
  // "12." will go on: storing 12.00 now would show it back and swallow the point.
  return /[.,]$/.test(typed) ? draft('') : value(priceOf(read.money))
}

/** On leaving, what is no number counts as 0; like a number that is no price it stays, with a word. */
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

/** "$", "€"; '' for a currency whose sign is as long as its code. */
function signOf(currency: string): string {
  if (!isCode(currency)) return ''
  const parts = formatOf(currency, languageTag()).formatToParts(0)
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? ''
  return sign.length === 1 ? sign : ''
}

/** What stands before the amount in a field; '' where the field itself says what it is in. */
export function priceSign({ price }: Pick<Line, 'price'>, currency: string): string {
  const said = moneyOf(price)?.currency
  return price === null || said === currency ? signOf(currency) : ''
}

/** What a price field is called. */
export const priceLabel = (currency: string): string =>
  currency === DOLLARS ? t('Unit price in dollars') : t('Unit price in {currency}', { currency })

/** An amount as it is typed: the currency of its kit goes without saying. */
function showPrice(price: Price, currency = DOLLARS): string {
  const money = moneyOf(price)
  if (!money) return String(price ?? '')
  const amount = typedAmount(money, browserLocale())
  return money.currency === currency ? amount : `${money.currency} ${amount}`
}

/** "0.00": what stands in a price field that is empty. */
export const emptyPrice = (currency: string): string =>
  typedAmount({ minor: 0, currency }, browserLocale())

/** Reads a quantity: a whole number, 0 for "not needed". */
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

/** On leaving, an empty quantity becomes 0. */
export function settleQuantity(text: string): Reading {
  return text.trim() === '' ? value(0) : readQuantity(text)
}

/** Reads a link as people write it; "amazon.com/x" becomes "https://amazon.com/x". */
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
    // One more than is kept, so that a longer one is refused with a word instead of cut.
    maxLength: MAX_LINK_LENGTH + 1,
  },
}

/** "https://" is taken for granted: what tells links apart comes first. */
function showLink(link: string): string {
  return link.replace(/^https:\/\//, '')
}
