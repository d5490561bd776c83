import { expect, test } from 'vitest'

import { workUnits } from '../testProcessor.ts'
import { currenciesIn, currenciesOf } from './currencyWords.ts'
import { readNumber } from './numberText.ts'

test.each([
  ['12', [12, '']],
  ['$1,299.50', [1_299.5, '.']],
  ['1.299,50 €', [1_299.5, ',']],
  ["CHF 1'200", [1_200, '']],
  ['1\u202f200,5', [1_200.5, ',']],
  ['12,34,567', [1_234_567, '.']],
  ['1.234.567', [1_234_567, ',']],
  ['.5', [0.5, '.']],
  ['Rs.5', [5, '']],
  ['12.–', [12, '']],
  ['449:-', [449, '']],
  ['0.125', [0.125, '.']],
  ['1234,567', [1_234.567, ',']],
])('%s is a number that can be read in one way', (text, [value, mark]) => {
  expect(readNumber(text)).toMatchObject({ value, mark, isOpen: false, isNegative: false })
})

test('thousands or decimals are told by a known mark, else they are open', () => {
  expect(readNumber('1.234 kg')).toMatchObject({ isOpen: true, whole: '1', decimals: '234' })
  expect(readNumber('1.234 kg', '.')).toMatchObject({ isOpen: false, value: 1.234 })
  expect(readNumber('1.234 kg', ',')).toMatchObject({ isOpen: false, value: 1_234, words: 'kg' })
  expect(readNumber('12.50', ',')).toBeNull()
})

test.each(['', 'x', '1 2', '12 50', '1-2', '12-', '1e5', '12 x 3', '1,2,3', '1.2.3', '0,123,456'])(
  '%j is no number',
  (text) => {
    expect(readNumber(text)).toBeNull()
  },
)

test('a sign before a number is told apart from its words', () => {
  expect(readNumber('-€5,00')).toMatchObject({ isNegative: true, words: '€' })
  expect(readNumber('5 − 2')).toBeNull()
})

test.each([
  ['$', 'EUR', ['USD']],
  ['$', 'CAD', ['CAD']],
  ['¥', 'CNY', ['CNY']],
  ['kr', 'SEK', ['SEK']],
  ['F CFA', 'EUR', ['XAF', 'XOF']],
  ['$ CAD', 'EUR', ['CAD']],
  ['constructor', 'EUR', []],
  ['pcs', 'EUR', []],
])('%s where %s is usual', (words, usual, codes) => {
  expect(currenciesOf(words, usual)).toEqual(codes)
})

test('a currency is found inside of other words', () => {
  expect(currenciesIn('Price ($, incl. VAT)', 'AUD')).toEqual(['AUD'])
  expect(currenciesIn('12.50 EUR incl. VAT', 'USD')).toEqual(['EUR'])
  expect(currenciesIn('Cost $ (CAD)', 'USD')).toEqual(['CAD'])
  expect(currenciesIn('kr 12', 'USD').length).toBeGreaterThan(1)
  expect(currenciesIn('Cost per 100', 'USD')).toEqual([])
})

test('no text takes long', async () => {
  const read = () => {
    for (const unit of ['1,', '1 ', "1'", '.', '$ ', '1.1'])
      currenciesIn(unit.repeat(20_000), readNumber(unit.repeat(20_000))?.amount ?? 'EUR')
  }
  expect(await workUnits(read)).toBeLessThan(20)
})
