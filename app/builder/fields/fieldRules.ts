/**
 * What a text typed into a part line means: a value to store, or a draft that is kept word for
 * word until it is one. Pure, so that the rules can be read and tested on one page.
 */
import type { Line } from '#shared/kinds/kit.ts'

import { cleanText } from '#shared/kinds/define.ts'
import { MAX_NAME, MAX_QUANTITY } from '#shared/kinds/kit.ts'
import { MAX_LINK_LENGTH, parseLink } from '#shared/links.ts'
import { centsToDecimal, formatCents, MAX_PRICE_CENTS, parseCents } from '#shared/money.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'

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
  /** The text that shows a stored value. */
  show: (line: Line) => string
  format: (value: CellValue) => string
  /** What a text means while it is typed. */
  read: (text: string) => Reading
  /** What it means once it was left: here nothing typed becomes a number. */
  settle: (text: string) => Reading
  /** While it is typed, half of it would often be a valid value: only leaving it counts. */
  isReadOnLeave?: boolean
  maxLength: number
}

const NOT_A_NUMBER = later('A price is a number, for example 12.50. This counts as $0.00.')
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
    format: String,
    read,
    settle: read,
    maxLength: MAX_TYPED,
  }
}

/** Reads a unit price. Nothing typed means that the price is not known. */
export function readPrice(text: string): Reading {
  // "12,50" is what a keyboard with a decimal comma types; "1,299" stays a thousand.
  const typed = text.trim().replace(/^(\$?\s*\d*),(\d{1,2})$/, '$1.$2')
  if (typed === '') return value(null)
  const read = parseCents(typed)
  // "12." will go on: storing 12.00 now would show it back and swallow the point.
  if ('cents' in read) return typed.endsWith('.') ? draft(say(NOT_A_NUMBER)) : value(read.cents)
  if (read.problem === 'not_a_number') return draft(say(NOT_A_NUMBER))
  if (typed.includes('-')) return draft(t('A price cannot be below 0.'))
  return /\.\d{3,}$/.test(typed) ? draft(t('A price has at most 2 decimals.')) : draft(tooHigh())
}

const tooHigh = () => t('A price goes up to {amount}.', { amount: formatCents(MAX_PRICE_CENTS) })

/** On leaving, what is no number counts as 0; like a number that is no price it stays, with a word. */
export function settlePrice(text: string): Reading {
  const read = readPrice(text)
  if (read.kind === 'value' || read.problem !== say(NOT_A_NUMBER)) return read
  const rest = parseCents(text.trim())
  return 'cents' in rest ? value(rest.cents) : { ...read, standIn: 0 }
}

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
    show: (line) => (line.price === null ? '' : centsToDecimal(line.price)),
    format: (cents) => (typeof cents === 'number' ? centsToDecimal(cents) : ''),
    read: readPrice,
    settle: settlePrice,
    maxLength: MAX_NUMBER_LENGTH,
  },
  qty: {
    unfinished: later('A quantity that is not finished. Press Enter in the field to keep it.'),
    show: (line) => String(line.qty),
    format: String,
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
