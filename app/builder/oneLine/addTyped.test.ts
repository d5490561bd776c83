import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import type { Row } from '../rows/rowBook.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { formatOf, digitsOf } from '#shared/money/money.ts'
import { readTypedLine } from '#shared/typed/readTypedLine.ts'
import { openDevice } from '../../data/device/device.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { blankLine } from '#shared/kinds/line.ts'
import { createRowActions } from '../rows/rowActions.ts'
import { addTyped, cellsOf } from './addTyped.ts'
import { loadAmountReader } from '../rows/amountReader.ts'

beforeAll(loadAmountReader)

const row = (at: number): Row => ({
  key: `key${at}`,
  line: blankLine(`id${at}`, `a${at}`),
  drafts: {},
  isGhost: false,
  currency: 'USD',
})

/** Adds a typed line to a kit with so many lines. @returns the message and the stored row */
async function add(text: string, count: number) {
  await openDevice()
  const { kitId, buildId } = await storeBuild({ name: 'Engine oil' })
  const build = await readBuild(kitId, buildId)
  const rows = Array.from({ length: count }, (_, at) => row(at))
  const { actions, follow } = createRowActions()
  const lines = rows.map((one) => one.line)
  follow({ build: { ...build, kit: { ...build.kit, lines } }, begin: () => undefined })
  const said = addTyped(cellsOf(readTypedLine(text)), { kitId, rows, actions })
  await settled()
  const { kit, drafts } = await readBuild(kitId, buildId)
  const own = [...drafts].filter(([key]) => kit.lines.some(({ id }) => key.startsWith(id)))
  return { said, names: kit.lines.map(({ name }) => name), drafts: own.map(([, text]) => text) }
}

test('a typed line stands at the end, with what is no value as it was typed', async () => {
  expect(await add('Oil filter 1.234 € x2', 1)).toEqual({
    said: 'Line 2 added: Oil filter, 2 pieces. Look at it: “1.234 €” is kept as it was typed.',
    names: ['Engine oil', 'Oil filter'],
    drafts: ['1.234 €'],
  })
})

test('a part without a name is called by its maker and number', async () => {
  expect((await add('Mahle OC 90 $9', 1)).said).toBe('Line 2 added: Mahle OC 90, $9.00.')
})

test('a full kit takes none', async () => {
  expect(await add('Oil filter', MAX_LINES)).toEqual({
    said: null,
    names: ['Engine oil'],
    drafts: [],
  })
})

describe('the money of a typed line', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** "12.50 EUR, 2", "?" for a doubtful price, "-" for an unread one. */
  function stored(line: string, currency: string, locale = 'en-US'): string {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(locale)
    const read = readTypedLine(line, { currency })
    const { cells, drafts } = cellsOf(read, currency)
    const { price = '-', qty = 1 } = cells
    const money =
      typeof price === 'number'
        ? `USD ${(price / 100).toFixed(2)}`
        : typeof price === 'string'
          ? price
          : ''
    const isAsked = drafts.price !== undefined || read.doubts.length > 0 || read.pieces.price?.why
    return `${money}${isAsked ? '?' : ''}, ${typeof qty === 'number' ? qty : ''}`
  }

  test.each([
    ['Filter CHF 9,90 x2', 'EUR', 'CHF 9.90, 2'],
    ['EUR 9.90 x2', 'USD', 'EUR 9.90, 2'],
    ['$ 9,90 x2', 'EUR', 'USD 9.90, 2'],
    ['Filter price $9.90', 'EUR', 'USD 9.90, 1'],
    ['Filter 2 @ $9.90', 'EUR', 'USD 9.90, 2'],
    ['Disc C$ 89.00', 'USD', 'CAD 89.00, 1'],
    ['Plug 49 zł x3', 'EUR', 'PLN 49.00, 3'],
    ['2x plug 1 299,50 €', 'USD', 'EUR 1299.50, 2'],
    ['Plug 1 299 € x2', 'USD', '-?, 2'],
    ['Pad front 30 kr', 'USD', '-?, 1'],
    ['Hose 2 for €20', 'USD', 'EUR 20.00?, 2'],
    ['Pads fr 89.00', 'USD', 'USD 89.00, 1'],
    ['Pump CAD4500 12.98', 'USD', 'USD 12.98, 1'],
  ])('%j in a kit of %s is %s', (line, currency, meaning) => {
    expect(stored(line, currency)).toBe(meaning)
  })

  const CURRENCIES = 'USD EUR GBP CHF JPY CAD AUD SEK NOK DKK PLN CZK'.split(' ')
  const LOCALES = ['en-US', 'en-GB', 'de-DE', 'de-CH', 'fr-FR', 'sv-SE']
  const SIGNS: Record<string, string> = {
    USD: 'US$',
    EUR: '€',
    GBP: '£',
    CHF: 'Fr.',
    JPY: '¥',
    CAD: 'C$',
    AUD: 'A$',
    PLN: 'zł',
    CZK: 'Kč',
  }
  const drawn = fc.record({
    typed: fc.constantFrom(...CURRENCIES),
    kit: fc.constantFrom(...CURRENCIES),
    locale: fc.constantFrom(...LOCALES),
    whole: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 99_999 })),
    cents: fc.integer({ min: 0, max: 99 }),
    count: fc.integer({ min: 2, max: 12 }),
    isSign: fc.boolean(),
    isGrouped: fc.boolean(),
    isBehind: fc.boolean(),
    gap: fc.constantFrom('', ' ', '\u00A0'),
    order: fc.constantFrom(
      '{N} {A} x{C}',
      '{N} {A} {C} pcs',
      '{N} {C} x {A}',
      '{C}x {N} {A}',
      '{A} x{C} {N}',
      '{A} x {C} {N}',
      '{N} qty {C} {A}',
      '{N} {A} each x{C}',
      '{N} {C} @ {A}',
      '{C} x {A} {N}',
    ),
  })

  test('is in the currency that was typed, or asked about: 20,000 lines', () => {
    const seed = Date.now() % 1_000_000_007
    let sure = 0
    const read = (line: typeof drawn extends fc.Arbitrary<infer Drawn> ? Drawn : never) => {
      const { typed, kit, locale, whole, cents, count, isSign, isBehind, gap, order } = line
      const digits = digitsOf(typed)
      const value = digits === 0 ? whole : whole + cents / 100
      const parts = formatOf(typed, locale).formatToParts(value)
      const isKept = (type: string) =>
        /integer|decimal|fraction/.test(type) || (line.isGrouped && type === 'group')
      const number = parts
        .filter(({ type }) => isKept(type))
        .map((part) => part.value)
        .join('')
      const sign = isSign ? (SIGNS[typed] ?? typed) : typed
      const amount = isBehind ? `${number}${gap}${sign}` : `${sign}${gap}${number}`
      const text = order
        .replace('{C}', String(count))
        .replace('{A}', () => amount)
        .replace('{N}', 'Filter')
      const meant = `${typed} ${value.toFixed(digits)}`
      const found = stored(text, kit, locale)
      const says = `${text} in ${kit}, ${locale}, seed ${seed}: ${found}`
      if (found === `${meant}, ${count}`) sure++
      else expect(found, says).toMatch(/\?|^-/)
    }
    fc.assert(fc.property(drawn, read), { numRuns: 20_000, seed })
    expect(sure, `seed ${seed}`).toBeGreaterThan(18_500)
  })

  test('of a wrong line keeps every letter, and throws for none', () => {
    const wild = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '€',
        '€ €',
        'CHF',
        '-$5',
        '$$9',
        '9,9,9',
        'x',
        '2 x x 3',
        '1e9',
        '@',
        '\uE000',
        '\ud800',
        '12.345.67 €',
        'kr kr',
        '9.90 € $',
        '∞',
        '٣ €',
      ),
    )
    const line = fc.array(wild, { maxLength: 6 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(line, fc.constantFrom(...CURRENCIES), (text, currency) => {
        const read = readTypedLine(text, { currency })
        const { cells, drafts } = cellsOf(read, currency)
        const kept = read.pieces
        const letters = Object.values(kept).flatMap(({ spans }) =>
          spans.map(({ from, to }) => text.slice(from, to)),
        )
        for (const word of text.match(/\p{L}{5,}/gu) ?? [])
          expect(letters.join(' ')).toContain(word)
        for (const cell of Object.keys(kept)) expect(cell in cells || cell in drafts).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
