import { expect, test } from 'vitest'
import { readGtin } from './gtin.ts'

test('a number of a barcode is one thing in all its lengths', () => {
  expect(readGtin('4006381333931')).toBe('04006381333931')
  expect(readGtin('0 36000 29145 2')).toBe('00036000291452')
  expect(readGtin('9638-5074')).toBe('00000096385074')
})

test('a wrong check digit or length is none', () => {
  expect(readGtin('4006381333932')).toBeNull()
  expect(readGtin('40063813339')).toBeNull()
  expect(readGtin('A006381333931')).toBeNull()
  expect(readGtin('')).toBeNull()
})
