import { afterEach, describe, expect, test, vi } from 'vitest'

import type { Kit, Line } from '#shared/kinds/kit.ts'
import type { PriceOrigin } from '../data/prices/priceOrigins.ts'

import { unguarded } from '#shared/tables/csv.ts'
import { cutCells } from '#shared/tables/cutCells.ts'
import { exportKit } from './exportFormats.ts'
import { kitTable } from '../show/kitTable.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const line = (over: Partial<Line>): Line => ({
  id: 'a',
  ord: 'a0',
  name: 'Oil filter',
  manufacturer: 'Mahler',
  partNumber: 'OX 188D',
  price: 1149,
  qty: 2,
  link: 'https://www.shop.example/p?a=(1)',
  ...over,
})
const table = (
  lines: Line[],
  origin: PriceOrigin = { at: NOW, by: 'hand' },
  over: Partial<Kit> = {},
) =>
  kitTable(
    {
      id: 'PsG2m8UyTq6vXw0ZbRk4Hg',
      buildId: 'K7pQ2x',
      name: 'S4 oil',
      notes: '**30 Nm**',
      task: 'Oil Change',
      vehicle: { year: 2008, make: 'Audi', model: 'S4' },
      lines,
      steps: [{ id: 's', ord: 'a0', what: 'torque', text: 'Drain plug', value: '30', unit: 'Nm' }],
      updatedAt: NOW,
      ...over,
    },
    new Map(lines.map(({ id }) => [id, origin])),
    { url: 'https://wrenchlist.example/list/K7pQ2x', now: NOW },
  )

afterEach(() => vi.restoreAllMocks())

describe('a list for a spreadsheet', () => {
  test('has a row a part, with shop and whose price it is', () => {
    expect(exportKit(table([line({})]), 'csv')).toBe(
      '\uFEFFPart,Manufacturer,Part number,Unit price,Quantity,Total,Currency,Merchant,Price note,Link\r\n' +
        'Oil filter,Mahler,OX 188D,11.49,2,22.98,USD,shop.example,"price entered by hand on Nov 22, 2026",https://www.shop.example/p?a=(1)\r\n',
    )
  })

  test.each([
    ['de-DE', 'OX 188D;1,10;2;2,20;EUR;'],
    ['de-CH', 'OX 188D;1.10;2;2.20;EUR;'],
    ['en-US', 'OX 188D,1.10,2,2.20,EUR,'],
  ])('is one that spreadsheets of %s add up', (language, cells) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    expect(exportKit(table([line({ price: 'EUR 1.10' })]), 'csv')).toContain(cells)
  })

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1',
    'Pads;=1',
    'Pads\t+1',
    'a\n@x',
    ' =1',
    '\u200b=1',
    '\u0001=1',
    "'=1",
    'Pads; =1',
    // Quotes in the middle of a cell of ours begin one of a spreadsheet that parts by semicolons.
    'Pads;"=1+1;rear',
    'Pads";"=1;',
    'Pads\n" @x',
    "Pads;'=1",
    // T13
  ])('never holds the formula %j, whatever mark parts its cells', (name) => {
    const text = exportKit(table([line({ name })]), 'csv')
    const cells = text.split(/[;,\t\r\n]/)
    expect(cells.filter((cell) => /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝]/u.test(cell))).toEqual([])
    expect(cutCells(text.slice(1), ',')[1]?.map(unguarded)[0]).toBe(name)
  })

  test('keeps quotes, commas and line ends inside their cell', () => {
    const out = exportKit(table([line({ name: 'Hose 1/2", long', manufacturer: 'A\nB' })]), 'csv')
    expect(out).toContain('"Hose 1/2"", long","A\nB",')
  })
})

describe('a list for a forum or a mail', () => {
  test('keeps shop and date of a price that was typed, in each of them', () => {
    for (const format of ['markdown', 'bbcode', 'text', 'json'] as const) {
      const out = exportKit(table([line({})]), format).replaceAll('\\', '')
      expect(out).toContain('shop.example')
      expect(out).toContain('price entered by hand on Nov 22, 2026')
      expect(out).toContain('22.98')
      expect(out).toContain('Drain plug')
    }
  })

  test('says of a price from elsewhere only of when it is', () => {
    const out = exportKit(table([line({})], { at: NOW, by: 'unknown' }), 'text')
    expect(out).toContain('price as of Nov 22, 2026')
    expect(out).not.toContain('by hand')
    expect(exportKit(table([line({})], { at: NOW, by: 'shop' }), 'text')).toContain(
      'of the shop on',
    )
  })

  // T13
  test('lets no name become a link, a picture or a cell of Markdown', () => {
    const out = exportKit(table([line({ name: '![x](javascript:1) | <b>', link: '' })]), 'markdown')
    expect(out).toContain('\\!\\[x\\]\\(javascript:1\\) \\| \\<b\\>')
  })

  test('lets no name close a tag of BBCode', () => {
    const out = exportKit(table([line({ name: 'a[/url][img]b' })]), 'bbcode')
    expect(out).toContain('[url=https://www.shop.example/p?a=(1)]a(/url)(img)b[/url]')
  })

  test('is whole JSON', () => {
    expect(JSON.parse(exportKit(table([line({ price: null })]), 'json'))).toMatchObject({
      wrenchlist: 'kit',
      parts: [{ name: 'Oil filter', unitPrice: null, quantity: 2 }],
      jobSheet: [{ what: 'torque', value: '30' }],
    })
  })
})

test.each([
  ['left open', 'pads\u202egnp', 'pads\u202egnp\u202c'],
  ['closed already', '\u202bpads\u202c', '\u202bpads\u202c'],
  ['an isolate with an override in it', '\u2066a\u202eb', '\u2066a\u202eb\u202c\u2069'],
  ['ended with its isolate', '\u2066a\u202eb\u2069', '\u2066a\u202eb\u2069'],
])('the direction of a name ends with the name: %s', (_, name, shown) => {
  for (const format of ['text', 'bbcode', 'markdown'] as const) {
    const out = exportKit(table([line({ name, link: '' })]), format)
    expect(out).toContain(shown + (format === 'markdown' ? ' |' : ', Mahler'))
  }
})

describe('a price nobody knows', () => {
  const some = table([line({}), line({ id: 'b', price: null })])
  const none = table([line({ price: null })])

  test.each([
    ['markdown', '**Total: $22.98 + 1 without a price**', '**Total: No prices yet**'],
    ['bbcode', '[b]Total: $22.98 + 1 without a price[/b]', '[b]Total: No prices yet[/b]'],
    ['text', 'Total: $22.98 + 1 without a price', 'Total: No prices yet'],
    [
      'json',
      '"total": "22.98",\n  "partsWithoutPrice": 1',
      '"total": null,\n  "partsWithoutPrice": 1',
    ],
  ] as const)('is no $0.00 in the sum of %s', (format, withSome, withNone) => {
    expect(exportKit(some, format)).toContain(withSome)
    expect(exportKit(none, format)).toContain(withNone)
  })
})
