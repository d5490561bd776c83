/**
 * Expected failures: a code for programs, an HTTP status, a sentence for people. Anything else is a
 * bug: reported, and answered with 500 without its text.
 */
import { later, type Later, say } from './words/words.ts'

export class Problem extends Error {
  override name = 'Problem'
  readonly code: string
  readonly status: number
  readonly field: string | undefined
  /** Seconds before a retry makes sense. */
  readonly retryAfter: number | undefined
  /** Further fields of the answer. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(
    code: string,
    status: number,
    sentence: string,
    more: { field?: string; retryAfter?: number; facts?: Record<string, unknown> } = {},
  ) {
    super(sentence)
    this.code = code
    this.status = status
    this.field = more.field
    this.retryAfter = more.retryAfter
    this.facts = more.facts ?? {}
  }
}

const SENTENCES: Record<string, Later> = {
  invalid_price: later('A price is between 0 and 999,999.99, with at most two decimals.'),
  invalid_currency: later('A currency is a code of three letters, such as EUR.'),
  invalid_rate: later('A rate is a number above 0 and the day it is of.'),
  not_a_number: later('This is not a number.'),
  invalid_quantity: later('A quantity is a whole number between 0 and 99,999.'),
  invalid_link: later('A link starts with http:// or https:// and names a site.'),
  invalid_vehicle: later('A vehicle needs a year from 1900 to 2030, a make and a model.'),
  invalid_build_id: later('A build id is 6 letters or digits.'),
  invalid_order: later('The position of this row is not readable.'),
  invalid_fork: later('The kit this one was copied from is not readable.'),
  too_long: later('This text is too long.'),
  empty: later('This must not be empty.'),
  not_text: later('This must be text.'),
  not_a_choice: later('This is not one of the choices.'),
  not_a_flag: later('This must be yes or no.'),
  bad_characters: later('This text holds characters that cannot be stored.'),
  unknown_field: later('This field is not known.'),
  unknown_kind: later('This kind of row is not known.'),
  too_many_lines: later('A kit holds at most 500 lines.'),
  kit_too_large: later('This kit is full: it may hold 256 kB.'),
  forbidden: later('This may not be written here.'),
  not_owner: later('This kit belongs to somebody else.'),
  gone: later('The kit of this row is not on the server.'),
  invalid_version: later('This saved version is not readable.'),
  invalid_time: later('This time is not readable.'),
  invalid_count: later('This count is not readable.'),
  invalid_total: later('This total is not readable.'),
  too_many: later('This is a lot at once. Please try again later.'),
  invalid_date: later('A date is a day of the calendar from 1900 on.'),
  invalid_mileage: later('A mileage is a whole number between 0 and 9,999,999.'),
  invalid_fuel: later('Fuel is a number above 0 and at most 100,000, with its unit.'),
  invalid_interval: later(
    'An interval is at least 1, and at most 500,000 miles or kilometers, or 240 months.',
  ),
  invalid_kit: later('The kit this was done with is not readable.'),
  parent_gone: later('The kit of this row is not on the server.'),
}

const REFUSED = later('This was refused.')

export function sentenceOf(code: string): string {
  return say(SENTENCES[code] ?? REFUSED)
}
