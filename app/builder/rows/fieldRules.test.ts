import { beforeAll, describe, expect, test } from 'vitest'

import {
  FIELD_RULES,
  readLink,
  readPrice,
  readQuantity,
  settlePrice,
  settleQuantity,
} from './fieldRules.ts'
import { loadAmountReader } from './amountReader.ts'

beforeAll(loadAmountReader)

const value = (read: unknown) => ({ kind: 'value', value: read })

describe('a price', () => {
  test.each([
    ['45.99', 4599],
    ['$1,299', 129_900],
    ['12,50', 1250],
    ['12,34', 1234],
    ['.5', 50],
    ['0', 0],
    ['', null],
  ])('%j is stored while it is typed', (text, cents) => {
    expect(readPrice(text)).toEqual(value(cents))
  })

  test.each(['12.', 'abc', '-1', '1e99', '1.234', '1000000', '.'])(
    '%j is a draft while it is typed',
    (text) => {
      expect(readPrice(text).kind).toBe('draft')
    },
  )

  test('that was left half typed becomes what is there', () => {
    expect(settlePrice('12.')).toEqual(value(1200))
  })

  test.each(['abc', '.', '1e5', '12,34,5'])(
    '%j is no number: it counts as 0 when it is left, and stays with a word',
    (text) => {
      expect(settlePrice(text)).toEqual({
        kind: 'draft',
        problem: 'A price is a number, for example 12.50. This counts as $0.00.',
        standIn: 0,
      })
    },
  )

  test.each([
    ['-1', 'A price cannot be below 0.'],
    ['1000000', 'A price goes up to $999,999.99.'],
    ['0.125', 'A price has at most 2 decimals.'],
    ['1.234', '“1.234” can be read in two ways. Write 1234, or 1.23 for the smaller amount.'],
  ])('%j is refused with a word and not changed', (text, problem) => {
    expect(settlePrice(text)).toEqual({ kind: 'draft', problem })
  })
})

describe('a quantity', () => {
  test('is a whole number from 0 to 99,999', () => {
    expect(readQuantity('0')).toEqual(value(0))
    expect(readQuantity('99999')).toEqual(value(99_999))
    expect(readQuantity('007')).toEqual(value(7))
  })

  test.each(['', '1.5', '-1', '100000', 'two'])('%j is a draft while it is typed', (text) => {
    expect(readQuantity(text).kind).toBe('draft')
  })

  test('that was emptied becomes 0 when it is left', () => {
    expect(settleQuantity(' ')).toEqual(value(0))
  })

  test('that is negative or a fraction is refused, never rounded', () => {
    expect(settleQuantity('-1').kind).toBe('draft')
    expect(settleQuantity('1.5').kind).toBe('draft')
  })
})

describe('a link', () => {
  test('gets its scheme when it was written without one', () => {
    expect(readLink('amazon.com/x')).toEqual(value('https://amazon.com/x'))
    expect(readLink(' http://shop.test/a ')).toEqual(value('http://shop.test/a'))
    expect(readLink('')).toEqual(value(''))
  })

  test('with another scheme is refused', () => {
    expect(readLink('javascript:alert(1)')).toEqual({
      kind: 'draft',
      problem: 'Only links that begin with http:// or https:// are kept.',
    })
  })

  test('that is only words or too long is refused', () => {
    expect(readLink('oil filter')).toMatchObject({ kind: 'draft' })
    expect(readLink(`https://a.test/${'x'.repeat(2_100)}`)).toMatchObject({
      problem: 'A link has at most 2,048 characters.',
    })
  })

  test('is read when it is left only, because half of one is often one', () => {
    expect(FIELD_RULES.link.isReadOnLeave).toBe(true)
  })
})

test('a name that is too long is refused with a word instead of cut', () => {
  const { name, partNumber } = FIELD_RULES
  expect(name.read('x'.repeat(200))).toEqual(value('x'.repeat(200)))
  expect(name.settle('x'.repeat(300))).toEqual({
    kind: 'draft',
    problem: 'A part name has at most 200 characters, this has 300.',
  })
  expect(partNumber.settle('x'.repeat(201))).toMatchObject({ kind: 'draft' })
})

test('half of an emoji is not kept', () => {
  expect(FIELD_RULES.name.read('ok \ud83d')).toEqual(value('ok '))
})
