import fc from 'fast-check'
import { expect, test } from 'vitest'

import { centsToDecimal, formatCents, MAX_PRICE_CENTS, parseCents } from './money.ts'

test('what is written is read back, cent by cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_PRICE_CENTS }), (cents) => {
      expect(parseCents(centsToDecimal(cents))).toEqual({ cents })
      expect(parseCents(formatCents(cents))).toEqual({ cents })
      expect(parseCents(Number(centsToDecimal(cents)))).toEqual({ cents })
    }),
  )
})

test.each([
  ['45.99', 4599],
  ['45.', 4500],
  ['.5', 50],
  ['$1,299', 129_900],
  [' 7 ', 700],
  ['12.50', 1250],
  ['1.000', 100],
])('%s is an amount', (text, cents) => {
  expect(parseCents(text)).toEqual({ cents })
})

test.each(['', '.', 'abc', '$', '1,2', '12a', '1e5'])('"%s" is not a number', (text) => {
  expect(parseCents(text)).toEqual({ problem: 'not_a_number' })
})

test.each(['-1', '1.005', '1000000', 1e99, -0.01, 1.239])('%s is refused as a price', (input) => {
  expect(parseCents(input)).toEqual({ problem: 'invalid_price' })
})

test('people read dollars with two decimals', () => {
  expect(formatCents(123_450)).toBe('$1,234.50')
  expect(formatCents(0)).toBe('$0.00')
})
