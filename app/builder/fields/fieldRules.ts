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
  decimalOf,
  DOLLARS,
  formatMoney,
  formatOf,
  isCode,
  moneyOf,
  priceOf,
} from '#shared/money.ts'
import { readAmount } from './amountReader.ts'

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
  /** What the field is called at the beginning of a sentence: "A price". */
  noun: string
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

function textRule(cell: 'name' | 'manufacturer' | 'partNumber', noun: string): FieldRule {
  const read = (text: string) => {
    const clean = cleanText(text)
    const { length } = clean
    return length > MAX_NAME
      ? draft(`${noun} has at most ${MAX_NAME} characters, this has ${length}.`)
      : value(clean)
  }
  return {
    noun,
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
  const problem = `${read.sentence} This counts as ${formatMoney(nothing)}.`
  return { kind: 'draft', problem, standIn: priceOf(nothing) }
}

/** "$", "€"; '' for a currency whose sign is as long as its code. */
function signOf(currency: string): string {
  if (!isCode(currency)) return ''
  const parts = formatOf(currency, 'en-US').formatToParts(0)
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
  currency === DOLLARS ? 'Unit price in dollars' : `Unit price in ${currency}`

/** An amount as it is typed: the currency of its kit goes without saying. */
function showPrice(price: Price, currency = DOLLARS): string {
  const money = moneyOf(price)
  return money?.currency === currency
    ? decimalOf(money)
    : money
      ? `${money.currency} ${decimalOf(money)}`
      : String(price ?? '')
}

/** Reads a quantity: a whole number, 0 for "not needed". */
export function readQuantity(text: string): Reading {
  const typed = text.trim()
  if (/^\d+$/.test(typed)) {
    const quantity = Number(typed)
    if (quantity <= MAX_QUANTITY) return value(quantity)
    return draft(`A quantity goes up to ${MAX_QUANTITY.toLocaleString('en-US')}.`)
  }
  if (/^-\s*\d/.test(typed)) return draft('A quantity cannot be below 0.')
  return draft('A quantity is a whole number, for example 2.')
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
    return draft(`A link has at most ${MAX_LINK_LENGTH.toLocaleString('en-US')} characters.`)
  }
  const hasOtherScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text.trim()) && !/^https?:/i.test(text)
  return hasOtherScheme
    ? draft('Only links that begin with http:// or https:// are kept.')
    : draft('That is not a link. One looks like shop.com/part.')
}

export const FIELD_RULES: Record<Cell, FieldRule> = {
  name: textRule('name', 'A part name'),
  manufacturer: textRule('manufacturer', 'A manufacturer'),
  partNumber: textRule('partNumber', 'A part number'),
  price: {
    noun: 'A price',
    show: (line, currency) => showPrice(line.price, currency),
    format: showPrice,
    read: readPrice,
    settle: settlePrice,
    maxLength: MAX_NUMBER_LENGTH,
  },
  qty: {
    noun: 'A quantity',
    show: (line) => String(line.qty),
    format: (shown) => String(shown),
    read: readQuantity,
    settle: settleQuantity,
    maxLength: MAX_NUMBER_LENGTH,
  },
  link: {
    noun: 'A link',
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
