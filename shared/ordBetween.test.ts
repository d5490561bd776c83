import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ordAfter } from './ord.ts'
import { ordBetween } from './ordBetween.ts'

test('a key between two sorts between them', () => {
  expect(ordBetween('a0', 'a1')).toBe('a0V')
  expect(ordBetween('a0', 'a2')).toBe('a1')
  expect(ordBetween('az', 'b00') ?? '').toMatch(/^az/)
  expect(ordBetween(null, 'a0')).toBe('I')
})

test('equal keys, and those with nothing between, have none', () => {
  expect(ordBetween('a0', 'a0')).toBeNull()
  expect(ordBetween('a1', 'a0')).toBeNull()
  expect(ordBetween('a', 'a0')).toBeNull()
  expect(ordBetween(null, '0')).toBeNull()
})

test('any two keys of the register: the answer fits between them or there is none', () => {
  const key = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/)
  fc.assert(
    fc.property(key, key, (a, b) => {
      const between = ordBetween(a, b)
      if (between === null) return
      expect(a < between && between < b).toBe(true)
      expect(between).toMatch(/^[A-Za-z0-9]{1,100}$/)
    }),
    { numRuns: 2_000 },
  )
})

test('lines moved to any places stay in the order they were put in', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 200 }), (places) => {
      const keys = ['a0']
      for (const place of places) {
        const at = place % (keys.length + 1)
        const after = keys[at]
        const before = keys[at - 1] ?? null
        const key = after === undefined ? ordAfter(before) : ordBetween(before, after)
        if (key !== null) keys.splice(at, 0, key)
      }
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test('the same place takes hundreds of moves before its keys are full', () => {
  let [low, high, count] = ['a0', 'a1', 0]
  for (let key = ordBetween(low, high); key !== null; key = ordBetween(low, high)) {
    if (count++ % 2 === 0) low = key
    else high = key
  }
  expect(count).toBeGreaterThan(100)
})
