/**
 * Every expected failure: a code for programs, an HTTP status, a sentence for people. All else is
 * a bug: it answers 500 without its text and is reported.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: string
  readonly status: number
  readonly field: string | undefined
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined

  constructor(
    code: string,
    status: number,
    sentence: string,
    more: { field?: string; retryAfter?: number } = {},
  ) {
    super(sentence)
    this.code = code
    this.status = status
    this.field = more.field
    this.retryAfter = more.retryAfter
  }
}

const SENTENCES: Record<string, string> = {
  invalid_price: 'A price is between 0 and 999,999.99, with at most two decimals.',
  invalid_currency: 'A currency is a code of three letters, such as EUR.',
  invalid_rate: 'A rate is a number above 0 and the day it is of.',
  not_a_number: 'This is not a number.',
  invalid_quantity: 'A quantity is a whole number between 0 and 99,999.',
  invalid_link: 'A link starts with http:// or https:// and names a site.',
  invalid_vehicle: 'A vehicle needs a year from 1900 to 2030, a make and a model.',
  invalid_build_id: 'A build id is 6 letters or digits.',
  invalid_order: 'The position of this row is not readable.',
  invalid_fork: 'The kit this one was copied from is not readable.',
  too_long: 'This text is too long.',
  empty: 'This must not be empty.',
  not_text: 'This must be text.',
  not_a_choice: 'This is not one of the choices.',
  not_a_flag: 'This must be yes or no.',
  bad_characters: 'This text holds characters that cannot be stored.',
  unknown_field: 'This field is not known.',
  unknown_kind: 'This kind of row is not known.',
  too_many_lines: 'A kit holds at most 500 lines.',
  kit_too_large: 'This kit is full: it may hold 256 kB.',
  forbidden: 'This may not be written here.',
  not_owner: 'This kit belongs to somebody else.',
  gone: 'The kit of this row is not on the server.',
  invalid_version: 'This saved version is not readable.',
  invalid_time: 'This time is not readable.',
  invalid_count: 'This count is not readable.',
  invalid_total: 'This total is not readable.',
  too_many: 'This is a lot at once. Please try again later.',
  invalid_date: 'A date is a day of the calendar from 1900 on.',
  invalid_mileage: 'A mileage is a whole number between 0 and 9,999,999.',
  invalid_fuel: 'Fuel is a number above 0 and at most 100,000, with its unit.',
  invalid_interval:
    'An interval is at least 1, and at most 500,000 miles or kilometers, or 240 months.',
  invalid_kit: 'The kit this was done with is not readable.',
  parent_gone: 'The kit of this row is not on the server.',
}

/** The sentence for people behind a machine code. */
export function sentenceOf(code: string): string {
  return SENTENCES[code] ?? 'This was refused.'
}
