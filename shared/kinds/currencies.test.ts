import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Cells, Json } from '../cells/cells.ts'
import type { Kit, Line } from './kit.ts'

import { decimalOf, formatPrice, moneyOf, priceOf } from '../money/money.ts'
import { convert } from '../money/rates.ts'
import { readKitCode, writeKitCode } from './kitCode.ts'
import { mergeCells } from '../cells/cells.ts'
import { packStamp } from '../cells/stamp.ts'
import { differenceOf } from './difference.ts'
import { isBlankLine, kitOf, lineOf } from './kit.ts'
import { ENGLISH, speakBy } from '../words/words.ts'
import { priceSum, sumWords, totalOf } from './priceSum.ts'
import { cellProblem } from './schema.ts'
import { bodyOf, versionCells } from './version.ts'

const line = (price: Line['price'], qty = 1): Line => ({
  id: 'l'.repeat(22),
  ord: 'a0',
  name: 'Filter',
  manufacturer: '',
  partNumber: '',
  price,
  qty,
  link: '',
})
const kit = (lines: Line[], money: Pick<Kit, 'currency' | 'rates'> = {}): Kit => ({
  id: 'k'.repeat(22),
  buildId: 'abc123',
  name: 'Brakes',
  notes: '',
  vehicle: null,
  task: '',
  lines,
  steps: [],
  updatedAt: 0,
  ...money,
})
const year = new Date().getFullYear()
const words = (lines: Line[], money?: Pick<Kit, 'currency' | 'rates'>) =>
  sumWords(priceSum(lines, money)).replaceAll('\u00a0', ' ')
const cell = (value: Json, ms: number) => [value, packStamp(ms, 0, 'nodenode1')] as const

describe('a sum of several currencies', () => {
  test('names each of them where nobody gave a rate', () => {
    expect(words([line(12_000), line('EUR 35.00')])).toBe('$120.00 + €35.00')
    expect(words([line('EUR 35.00', 2), line('JPY 1200')])).toBe('€70.00 + ¥1,200')
    expect(words([line('EUR 35.00'), line(null)])).toBe('€35.00 + 1 without a price')
    expect(words([line(12_000), line('EUR 35.00')], { currency: 'EUR' })).toBe('€35.00 + $120.00')
  })

  test('is one amount by a rate that somebody gave, and says so', () => {
    const rates = { EURUSD: ['1.08', `${year}-11-26`] as [string, string] }
    const lines = [line(12_000), line('EUR 35.00')]
    expect(words(lines, { rates })).toBe('$157.80 (€35.00 at 1.08, Nov 26)')
    expect(totalOf(priceSum(lines, { rates }))).toEqual({ minor: 15_780, currency: 'USD' })
    speakBy(() => ({ tag: 'de', catalogue: {} }))
    expect(words(lines, { rates })).toContain('at 1,08, ')
    speakBy(() => ENGLISH)
    const old = { rates: { EURUSD: ['1.08', '2020-01-02'] as [string, string] } }
    expect(words(lines, old)).toBe('$157.80 (€35.00 at 1.08, Jan 2, 2020)')
  })

  test('names ten of hundreds, and says how many more there are', () => {
    const codes = Array.from({ length: 500 }, (_, n) =>
      String.fromCharCode(65 + (n % 26), 66, 65 + Math.floor(n / 26)),
    )
    const said = words(codes.map((code) => line(`${code} 1.00`)))
    expect(said).toMatch(/^(\S+ ?1\.00 \+ ){10}490 more amounts$/)
    const pairs = codes.slice(0, 50).map((code) => [`${code}USD`, ['2', `${year}-11-26`]])
    const rates = Object.fromEntries(pairs) as Kit['rates'] & object
    const lines = codes.slice(0, 50).map((code) => line(`${code} 1.00`))
    expect(words(lines, { rates })).toMatch(
      /^\$100\.00 \((\S+ ?1\.00 at 2, Nov 26; ){10}40 more amounts\)$/,
    )
  })

  test('takes no rate for its opposite, nor for another pair', () => {
    const rates = { EURUSD: ['1.08', '2026-11-26'] as [string, string] }
    const lines = [line(12_000), line('EUR 35.00')]
    expect(words(lines, { currency: 'EUR', rates })).toBe('€35.00 + $120.00')
    expect(totalOf(priceSum(lines, { currency: 'EUR', rates }))).toBeNull()
  })

  test('of dollars alone is what it always was', () => {
    expect(priceSum([line(1_250, 2), line(null)])).toEqual({ cents: 2_500, unpriced: 1 })
    expect(words([line(null)])).toBe('No prices yet')
    expect(words([], { currency: 'EUR' })).toBe('€0.00')
  })

  test('never adds unlike things: each currency has the sum of its own lines', () => {
    const priced = fc.record({
      currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
      minor: fc.integer({ min: 0, max: 9_999_999 }),
      qty: fc.integer({ min: 0, max: 99 }),
    })
    fc.assert(
      fc.property(fc.array(priced, { maxLength: 20 }), (all) => {
        const { cents, others = {} } = priceSum(all.map((one) => line(priceOf(one), one.qty)))
        for (const code of ['USD', 'EUR', 'JPY', 'KWD']) {
          const sum = all
            .filter(({ currency }) => currency === code)
            .reduce((so, { minor, qty }) => so + minor * qty, 0)
          expect(code === 'USD' ? cents : (others[code] ?? 0)).toBe(sum)
        }
      }),
    )
  })

  test('is converted to the last minor unit, half of one upwards', () => {
    expect(convert({ minor: 100, currency: 'EUR' }, '1.005', 'USD').minor).toBe(101)
    expect(convert({ minor: 1_000, currency: 'JPY' }, '0.0065', 'USD').minor).toBe(650)
    expect(convert({ minor: 1_250, currency: 'USD' }, '0.307', 'KWD').minor).toBe(3_838)
    expect(convert({ minor: 9_999_999_999, currency: 'EUR' }, '1', 'USD').minor).toBe(9_999_999_999)
  })
})

describe('what the server takes', () => {
  test.each([1_250, null, 'EUR 12.50', 'JPY 1200', 'KWD 1.250', 'XYZ 12.50'])(
    '%j is a price',
    (price) => {
      expect(cellProblem('line', 'price', price)).toBeNull()
    },
  )

  test.each([
    'EUR 12.5',
    'EUR 12',
    'JPY 12.50',
    'USD 12.50',
    'eur 12.50',
    'EUR -1.00',
    'EUR 99999999999.00',
    '12.50',
    1.5,
    -1,
    {},
    ['EUR', 1],
  ])('%j is none', (price) => {
    expect(cellProblem('line', 'price', price)).toBe('invalid_price')
  })

  test('a kit has a code and rates with their days', () => {
    expect(cellProblem('kit', 'currency', 'EUR')).toBeNull()
    expect(cellProblem('kit', 'currency', 'euro')).toBe('invalid_currency')
    expect(cellProblem('kit', 'rates', { EURUSD: ['1.08', '2026-11-26'] })).toBeNull()
    for (const rates of [
      null,
      [],
      { EUR: ['1', '2026-11-26'] },
      { EURUSD: ['0', '2026-11-26'] },
      { EURUSD: ['1.08'] },
      { EURUSD: ['1e5', '2026-11-26'] },
    ])
      expect(cellProblem('kit', 'rates', rates)).toBe('invalid_rate')
  })
})

describe('a version of before there were currencies', () => {
  /** Old versions knew numeric prices only. */
  const oldPrice = (value: unknown) => (typeof value === 'number' ? value : null)
  const euros = kit([line('EUR 12.50'), line(900)], {
    currency: 'EUR',
    rates: { USDEUR: ['0.9', '2026-11-26'] },
  })

  test('shows no price of a euro line, and keeps its cell', () => {
    const cells: Cells = { ord: cell('a0', 1), price: cell('EUR 12.50', 2) }
    expect(oldPrice(cells['price']?.[0])).toBeNull()
    const renamed = mergeCells(cells, { name: cell('Oil filter', 3) })
    expect(lineOf('l', renamed)).toMatchObject({ name: 'Oil filter', price: 'EUR 12.50' })
  })

  test('types dollars over it, and they win as any later value does', () => {
    const cells: Cells = { price: cell('EUR 12.50', 2) }
    expect(lineOf('l', mergeCells(cells, { price: cell(1_300, 3) })).price).toBe(1_300)
    expect(lineOf('l', mergeCells(cells, { price: cell(1_300, 1) })).price).toBe('EUR 12.50')
  })

  test('finds no false number in what was saved, and the newer one finds all of it', () => {
    const { body, ...rest } = versionCells(euros, 1)
    expect(rest).toEqual({ savedAt: 1, lineCount: 2 })
    const { lines } = JSON.parse(body) as { lines: { price: unknown }[] }
    expect(lines.map(({ price }) => price)).toEqual([null, 900])
    expect(bodyOf({ body: cell(body, 1) })).toMatchObject({
      currency: 'EUR',
      rates: euros.rates,
      lines: [{ price: 'EUR 12.50' }, { price: 900 }],
    })
  })

  test('finds no false number in a code, and the newer one finds all of it', async () => {
    const read = await readKitCode(await writeKitCode(euros))
    expect(read).toMatchObject({ currency: 'EUR', rates: euros.rates, left: [] })
    expect(read.lines.map(({ price }) => price)).toEqual(['EUR 12.50', 900])
  })

  test('has what it wrote read as dollars', async () => {
    const dollars = kit([line(900)])
    expect(versionCells(dollars, 1)).toMatchObject({ total: 900 })
    expect(await readKitCode(await writeKitCode(dollars))).not.toHaveProperty('currency')
    expect(bodyOf({ body: cell(versionCells(dollars, 1).body, 1) })).not.toHaveProperty('currency')
  })
})

describe('what a newer version wrote', () => {
  test.each(['XYZ 1.250', 'DOGE 12', 'EUR about 12'])('%s is kept and shown as it is', (price) => {
    expect(moneyOf(price)).toBeNull()
    expect(formatPrice(price)).toBe(price)
    expect(lineOf('l', { price: cell(price, 1) }).price).toBe(price)
    expect(isBlankLine({ ...line(price), name: '' })).toBe(false)
    expect(words([line(price, 2), line(1_250)])).toBe(`$12.50 + 2 × ${price}`)
    expect(totalOf(priceSum([line(price)]))).toBeNull()
    const { body } = versionCells(kit([line(price)]), 1)
    expect(bodyOf({ body: cell(body, 1) })?.lines[0]?.price).toBe(price)
  })

  test('a code that no list has is a currency like any other', () => {
    expect(formatPrice('XYZ 12.50').replaceAll('\u00a0', ' ')).toBe('XYZ 12.50')
    expect(decimalOf({ minor: 1_250, currency: 'XYZ' })).toBe('12.50')
  })

  test('of a kit is shown as it is, and never taken for dollars', () => {
    const cells: Cells = { buildId: cell('abc123', 1), currency: cell('DOGE', 1) }
    const read = kitOf({ id: 'k', cells }, [], [], () => 0)
    expect(read?.currency).toBe('DOGE')
    expect(words([line(1_250)], read ?? {})).toBe('$12.50')
  })
})

test('another currency of the kit is a difference, in words', () => {
  const { values } = differenceOf(kit([]), kit([], { currency: 'EUR' }), 'id')
  expect(values).toEqual([{ field: 'Currency', before: 'USD', after: 'EUR' }])
})
