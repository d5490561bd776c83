import { expect, test } from 'vitest'

import { brandKey, MAX_PART_NUMBER, partNumberKey } from './partNumber.ts'

test('a number is the same however it is parted and written', () => {
  for (const written of ['LX 1006/1D', 'lx1006-1d', 'LX.1006.1.D', ' lx_1006 (1d) ', 'ＬＸ10061Ｄ'])
    expect(partNumberKey(written)).toBe('LX10061D')
})

test('digits that begin with zeros are another number', () => {
  expect(partNumberKey('079 103')).not.toBe(partNumberKey('79 103'))
})

test('what has neither letter nor digit is no number', () => {
  expect(partNumberKey(' - / . ')).toBe('')
})

test('a giant costs no time', () => {
  expect(partNumberKey('-A'.repeat(5_000_000)).length).toBeLessThanOrEqual(MAX_PART_NUMBER * 2)
})

test('a brand is the same with and without hyphens and in any case', () => {
  expect(brandKey('Mann-Filter')).toBe(brandKey('MANN FILTER'))
  expect(brandKey('Škoda')).toBe('ŠKODA')
})
