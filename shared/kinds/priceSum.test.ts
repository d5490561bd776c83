import { describe, expect, test } from 'vitest'

import { priceSum, sumParts, sumWords, totalOf } from './priceSum.ts'

const line = (price: number | null, qty = 1, name = 'Oil filter') => ({
  name,
  manufacturer: '',
  partNumber: '',
  link: '',
  price,
  qty,
})

describe('the sum of lines', () => {
  test.each([
    ['of none', [], 0, 0, '$0.00'],
    ['of blank ones', [line(null, 1, ''), line(0, 1, '')], 0, 0, '$0.00'],
    ['with every price', [line(1149), line(4599, 2)], 10_347, 0, '$103.47'],
    [
      'with some',
      [line(38_900), line(null), line(null, 3)],
      38_900,
      2,
      '$389.00 + 2 without a price',
    ],
    ['with one missing', [line(100), line(null)], 100, 1, '$1.00 + 1 without a price'],
    ['with none', [line(null), line(null)], 0, 2, 'No prices yet'],
    ['with what costs nothing', [line(0)], 0, 0, '$0.00'],
    ['with what costs nothing and one missing', [line(0), line(null)], 0, 1, 'No prices yet'],
    ['with what is not needed', [line(100), line(null, 0)], 100, 0, '$1.00'],
    ['with nothing that is needed', [line(null, 0)], 0, 0, '$0.00'],
  ])('%s', (_which, lines, cents, unpriced, words) => {
    const sum = priceSum(lines)
    expect(sum).toEqual({ cents, unpriced })
    expect(sumWords(sum)).toBe(words)
    expect(sumParts(sum).filter(Boolean).join(' ')).toBe(words)
  })

  test.each([
    [0, 'No prices yet'],
    [38_900, '$389.00'],
  ])('of %i cents that nobody has counted the lines of', (cents, words) => {
    expect(sumWords({ cents, unpriced: null })).toBe(words)
  })

  test('of a quantity that is no number says so, and counts no piece of it', () => {
    const lines = [line(980), line(1800, 2), line(450), line(null)]
    const named = lines.map((one, at) => ({ ...one, id: String(at) }))
    const drafts = new Map([
      ['0:qty', '6.5 L'],
      ['1:qty', ' '],
      ['2:price', '4,5,0'],
      ['3:qty', '7 qts'],
    ])
    const sum = priceSum(named, {}, drafts)
    expect(sumWords(sum)).toBe('$40.50 + 1 without a price + 1 of unknown quantity')
    expect(totalOf(sum)).toBeNull()
  })

  test('counts a thousand as people write it', () => {
    expect(sumWords({ cents: 100, unpriced: 1200 })).toBe('$1.00 + 1,200 without a price')
  })
})
