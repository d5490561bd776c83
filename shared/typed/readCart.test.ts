import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { LINE_COLUMNS } from '../tables/columnHeads.ts'
import { readCart } from './readCart.ts'
import { readTypedLine } from './readTypedLine.ts'

/** Words that label a cell and belong to none. */
const IS_SAID = /^(?:price|brand|cost|each|piece|pieces|menge|anzahl)$/i

test('a mail around a list is no part of it, and is told apart', () => {
  const mail = `Hi Tom,
these are the parts we need for your car on Saturday morning.
Front axle:
- 2 x [Brake disc](https://shop.test/1) $89.00
[b]Brake pads[/b] [url=https://shop.test/2]ATE Ceramic[/url]
Thanks, Eva`
  expect(readCart(mail)).toEqual({
    rows: [
      ['Brake disc', '', '', '89.00', '2', 'https://shop.test/1'],
      ['Brake pads Ceramic', 'ATE', '', '', '', 'https://shop.test/2'],
    ],
    others: [
      'Hi Tom,',
      'these are the parts we need for your car on Saturday morning.',
      'Front axle:',
      'Thanks, Eva',
    ],
    unsure: 0,
  })
})

test('the headings and sums of a cart are no parts', () => {
  const cart =
    'Your Cart (2 items)\nOil filter\n$12.98\n$25.96\nQty: 2\nOrder summary\nSubtotal $25.96'
  expect(readCart(cart)).toEqual({
    rows: [['Oil filter', '', '', '12.98', '2', '']],
    others: ['Your Cart (2 items)', '$25.96', 'Order summary', 'Subtotal $25.96'],
    unsure: 0,
  })
})

describe('what stands by itself in a cart', () => {
  /** Name, price and quantity of each part, with "?" when ambiguous. */
  const partsIn = (text: string) => {
    const { rows, unsure } = readCart(text)
    return [
      ...rows.map(([name, , , price, qty]) => [name, price, qty].join(' | ')),
      '?'.repeat(unsure),
    ]
  }

  test.each([
    [
      'below the name',
      'Pads\nCeramic, low dust\n$30.00\nQty 2\nPlug\nSteel\n$5.00\nQty 1\nTotal $65.00',
    ],
    [
      'below the price',
      'Pads\n$30.00\nCeramic, low dust\nQty 2\nPlug\n$5.00\nSteel\nQty 1\nTotal $65.00',
    ],
    [
      'with a label',
      'Pads\nQuality: OEM\nQty: 2\n$30.00\nPlug\nQty: 1\n$5.00\nFinish: zinc\nTotal $65.00',
    ],
    ['under its label', 'Pads\n$30.00\nQty\n2\nPlug\n$5.00\nQty\n1\nTotal\n$65.00'],
  ])('says something of its part %s', (_where, cart) => {
    expect(partsIn(cart)).toEqual(['Pads | 30.00 | 2', 'Plug | 5.00 | 1', ''])
  })

  test('is the price of all pieces where the sum says so, and asked about where nothing does', () => {
    const cart = 'Pads\n$30.00\nQty 2\nPlug\n$5.00\nQty 1\n'
    expect(partsIn(`${cart}Subtotal $35.00`)).toEqual(['Pads | 15.00 | 2', 'Plug | 5.00 | 1', ''])
    expect(partsIn(`${cart}Subtotal $65.00`)).toEqual(['Pads | 30.00 | 2', 'Plug | 5.00 | 1', ''])
    expect(partsIn(cart)).toEqual(['Pads | 30.00 | 2', 'Plug | 5.00 | 1', '?'])
    expect(partsIn('Pads\n$30.01\nQty 2\nSum $30.01')).toEqual(['Pads |  | 2', '?'])
  })

  test('is of the shop in four languages', () => {
    const lines = [
      'Remove | Save for later',
      'Estimated tax: $4.10',
      'Core charge $60.00',
      'Ships in 1-2 days',
      'Zwischensumme (3 Artikel): 158,95 €',
      'Altteilpfand 20,00 €',
      'Sofort lieferbar',
      'Zur Kasse',
      'Sous-total (3 articles) : 158,95 €',
      'Consigne 20,00 €',
      'En stock',
      'Supprimer',
      'Gastos de envío 5,90 €',
      'Fianza 20,00 €',
      'Eliminar',
      'Guardar para más tarde',
    ]
    expect(readCart(lines.join('\n'))).toEqual({ rows: [], others: lines, unsure: 0 })
    const names = [
      'Fuel delivery pump',
      'Gift of parts',
      'Core support',
      'Stock exhaust',
      'Total Quartz 9000',
    ]
    expect(readCart(names.join('\n')).others).toEqual([])
  })
})

test('a line reads the same in a list as when it is typed', () => {
  const piece = fc.constantFrom(
    'Oil filter',
    '2 x',
    'x2',
    '$12.98',
    '12,98 €',
    'HU 719/7 x',
    'Mann',
    '09.A758.11',
    '2 pcs',
    '14 x 20 mm',
    '4.73 qt',
    'each',
    'https://shop.test/a',
    'qty 3',
    '2 for $20',
    '5W-40',
    '89',
  )
  const line = fc
    .array(piece, { minLength: 1, maxLength: 5 })
    .map((words) => `Part ${words.join(' ')}`)
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const typed = lines.map((text) => {
        const { pieces } = readTypedLine(text)
        return LINE_COLUMNS.map((cell) => pieces[cell]?.text ?? '')
      })
      expect(readCart(lines.join('\n')).rows).toEqual(typed)
    }),
    { numRuns: 300 },
  )
})

test('a heading is told apart', () => {
  const { rows, others } = readCart('# Brakes\n##\nBrake pad $39.99')
  expect([rows.length, others]).toEqual([1, ['# Brakes']])
})

test('of any text nothing is lost, whatever it is', () => {
  const wild = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(
      'Qty',
      'Qty:',
      'Price',
      '$',
      '-$5',
      'Total',
      '1',
      '$1\u0000',
      ': ',
      '#',
      'x0',
      '\ud800',
      '"',
      '))',
      '€€ 5',
      '5 for',
      '.',
      'Brand:',
      '@ 6',
    ),
  )
  fc.assert(
    fc.property(fc.array(wild, { maxLength: 9 }), (lines) => {
      const { rows, others } = readCart(lines.join('\n'))
      const kept = [...rows.flat(), ...others].join(' ')
      for (const row of rows) expect(row).toHaveLength(LINE_COLUMNS.length)
      for (const word of lines.join('\n').match(/\p{L}{4,}/gu) ?? [])
        if (!IS_SAID.test(word)) expect(kept).toContain(word)
    }),
    { numRuns: 500 },
  )
})

test('any lines: every word is in a part, or among what is told apart', () => {
  const lines = [
    'Oil filter W712',
    'Hello everybody',
    'Subtotal $35.88',
    'Save for later',
    '$11.49',
    'Qty: 3',
    'Brand: Voltari',
    'Part #: OX188D',
    'Rear axle:',
    '2 x Drain plug',
    'https://shop.test/a',
    'Gasket $4.50 each',
    '**Sealant**',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 12 }), (drawn) => {
      const { rows, others } = readCart(drawn.join('\n'))
      const kept = [...rows.flat(), ...others].join(' ')
      const isLabel = (word: string) => /^(Qty|Brand|Part|each)$/.test(word)
      for (const line of drawn)
        for (const word of line.match(/[a-z\d]{3,}/gi) ?? [])
          if (!isLabel(word)) expect(kept).toContain(word)
    }),
  )
})
