/** A row of a file as a part with one offer, or the reason why it is not one. */
import type { FeedColumn } from '#shared/catalogue/feed.ts'
import type { PartFit } from '#shared/catalogue/part.ts'
import type { IncomingPart } from '../parts/incoming.ts'

import { cleanText, isStorable } from '#shared/kinds/define.ts'
import { linkProblem } from '#shared/links.ts'
import { parseCents } from '#shared/money.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import {
  brandKey,
  MAX_BRAND,
  MAX_PART_NUMBER,
  partNumberKey,
} from '#shared/catalogue/partNumber.ts'
import { sentenceOf } from '#shared/problem.ts'

const MAX_REFERENCES = 20
const DAY_MS = 24 * 3_600_000
/** Other currencies by their signs, where a file does not name one. */
const SIGNS: [RegExp, string][] = [
  [/€|\bEUR\b/i, 'EUR'],
  [/£|\bGBP\b/i, 'GBP'],
  [/¥|\bJPY\b/i, 'JPY'],
  [/\bC(?:A)?\$|\bCAD\b/i, 'CAD'],
  [/\bA(?:U)?\$|\bAUD\b/i, 'AUD'],
]

class BadRow extends Error {
  override name = 'BadRow'
}

type Row = Readonly<Partial<Record<FeedColumn, string>>>

/** @param merchant of the whole file, '' when each row names its own */
export function partOfRow(
  row: Row,
  { merchant, now }: { merchant: string; now: number },
): { part: IncomingPart } | { problem: string } {
  try {
    return { part: read(row, merchant, now) }
  } catch (error) {
    if (error instanceof BadRow) return { problem: error.message }
    throw error
  }
}

function read(row: Row, merchant: string, now: number): IncomingPart {
  const number = text(row, 'partNumber', MAX_PART_NUMBER, 1)
  if (partNumberKey(number) === '') throw new BadRow('partNumber: it has neither letter nor digit.')
  const brand = text(row, 'brand', MAX_BRAND, 1)
  if (brandKey(brand) === '') throw new BadRow('brand: it has neither letter nor digit.')
  const seller = text(row, 'merchant', PART_LIMITS.merchant) || merchant
  if (brandKey(seller) === '') throw new BadRow('merchant: this must not be empty.')
  const base = price(row)
  const promo = amount(row, 'promoAmount')
  if (promo !== null && promo > base) throw new BadRow('promoAmount: it is above the price.')
  return {
    number,
    brand,
    name: text(row, 'name', PART_LIMITS.name, 1),
    category: text(row, 'category', PART_LIMITS.category),
    image: link(row, 'image'),
    task: '',
    retailerNumber: text(row, 'fcpPartNumber', MAX_PART_NUMBER),
    unitCents: base,
    rating: { average: 0, count: 0 },
    fits: fits(row),
    crossReferences: references(row),
    offers: [
      {
        merchant: seller,
        cents: {
          base,
          promo,
          shipping: amount(row, 'shipping'),
          tax: amount(row, 'tax'),
          core: amount(row, 'coreCharge'),
        },
        promo: text(row, 'promo', PART_LIMITS.promo),
        availability: text(row, 'availability', PART_LIMITS.availability),
        link: link(row, 'link'),
        asOf: time(row, now),
      },
    ],
  }
}

function text(row: Row, column: FeedColumn, max: number, min = 0): string {
  const given = row[column] ?? ''
  // A bare look first: almost all rows are plain.
  const value = /^[\x20-\x7e]*$/.test(given)
    ? given.trim()
    : cleanText(given)
        .replaceAll(/\p{Cf}/gu, '')
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
  if (value.length < min) throw new BadRow(`${column}: ${sentenceOf('empty')}`)
  if (value.length > max) throw new BadRow(`${column}: at most ${max} characters.`)
  return value
}

function price(row: Row): number {
  const given = row.price ?? ''
  if (given === '') throw new BadRow(`price: ${sentenceOf('empty')}`)
  const currency = (row.currency ?? '').trim().toUpperCase() || currencyIn(given)
  if (currency !== '' && currency !== 'USD' && currency !== 'US$') {
    throw new BadRow(`price: it is in ${currency.slice(0, 10)}; only US dollars are taken.`)
  }
  const cents = centsOf('price', given)
  if (cents === 0) throw new BadRow('price: 0 is no price.')
  return cents
}

function currencyIn(given: string): string {
  return SIGNS.find(([sign]) => sign.test(given))?.[1] ?? ''
}

/** Null for what is not said; words without a digit, such as "at checkout", say nothing. */
function amount(row: Row, column: FeedColumn): number | null {
  const given = row[column] ?? ''
  if (/^free\b/i.test(given)) return 0
  if (!/\d/.test(given)) return null
  const currency = currencyIn(given)
  if (currency !== '')
    throw new BadRow(`${column}: it is in ${currency}; only US dollars are taken.`)
  return centsOf(column, given)
}

function centsOf(column: FeedColumn, given: string): number {
  const parsed = parseCents(given.replace(/^(?:USD|US(?=\$))\s*/i, '').replace(/USD$/i, ''))
  if ('cents' in parsed) return parsed.cents
  const shown = given.length > 40 ? `${given.slice(0, 39)}…` : given
  const why = parsed.problem === 'not_a_number' ? 'is no amount' : 'is no amount we take'
  throw new BadRow(`${column}: “${cleanText(shown)}” ${why}.`)
}

function link(row: Row, column: 'link' | 'image'): string {
  const value = row[column] ?? ''
  if (linkProblem(value) !== null) throw new BadRow(`${column}: ${sentenceOf('invalid_link')}`)
  return value
}

function fits(row: Row): PartFit[] {
  const make = text(row, 'make', 60)
  const model = text(row, 'model', 60)
  if (make === '' && model === '') return []
  if (make === '' || model === '') throw new BadRow('make: a vehicle needs a make and a model.')
  const yearFrom = year(row, 'yearFrom')
  const yearTo = row.yearTo ? year(row, 'yearTo') : yearFrom
  if (yearTo < yearFrom) throw new BadRow('yearTo: it is before yearFrom.')
  return [{ make, model, yearFrom, yearTo }]
}

function year(row: Row, column: 'yearFrom' | 'yearTo'): number {
  const given = row[column] ?? ''
  const value = /^\d{4}$/.test(given) ? Number(given) : 0
  if (value < 1900 || value > 2030) throw new BadRow(`${column}: a year from 1900 to 2030.`)
  return value
}

/** "Exemplar=EX-OF 45; 0451103": the brand may be left out. */
function references(row: Row): IncomingPart['crossReferences'] {
  const given = row.crossReferences ?? ''
  if (given === '') return []
  if (!isStorable(given)) throw new BadRow(`crossReferences: ${sentenceOf('bad_characters')}`)
  const all = given.split(/[;|]/).map((one) => one.trim())
  if (all.length > MAX_REFERENCES) throw new BadRow(`crossReferences: at most ${MAX_REFERENCES}.`)
  return all.flatMap((one) => {
    const [before = '', ...behind] = one.split('=')
    const [brand, number] = behind.length > 0 ? [before.trim(), behind.join('=').trim()] : ['', one]
    if (partNumberKey(number) === '') return []
    if (number.length > MAX_PART_NUMBER || brand.length > MAX_BRAND) {
      throw new BadRow('crossReferences: one of them is too long.')
    }
    return [{ number, brand }]
  })
}

function time(row: Row, now: number): number {
  const given = row.asOf ?? ''
  if (given === '') return now
  const at = /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : NaN
  if (Number.isNaN(at) || at > now + DAY_MS || at < now - 3_650 * DAY_MS) {
    throw new BadRow('asOf: a time like 2026-01-31T12:00:00Z that is not to come.')
  }
  return Math.min(at, now)
}
