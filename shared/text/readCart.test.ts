import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readCart } from './readCart.ts'

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
      ['Brake pads ATE Ceramic', '', '', '', '', 'https://shop.test/2'],
    ],
    others: [
      'Hi Tom,',
      'these are the parts we need for your car on Saturday morning.',
      'Front axle:',
      'Thanks, Eva',
    ],
  })
})

test('the headings and sums of a cart are no parts', () => {
  const cart =
    'Your Cart (2 items)\nOil filter\n$12.98\n$25.96\nQty: 2\nOrder summary\nSubtotal $25.96'
  expect(readCart(cart)).toEqual({
    rows: [['Oil filter', '', '', '12.98', '2', '']],
    others: ['Your Cart (2 items)', '$25.96', 'Order summary', 'Subtotal $25.96'],
  })
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
