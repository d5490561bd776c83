import fc from 'fast-check'
import { generateKeyBetween } from 'fractional-indexing'
import { expect, test } from 'vitest'

import { ordAfter } from './ord.ts'

test('10,000 keys in a row are those of the library that the server uses, and stay short', () => {
  let last: string | null = null
  for (let count = 0; count < 10_000; count++) {
    const next = ordAfter(last)
    expect(next).toBe(generateKeyBetween(last, null))
    last = next
  }
  expect(last?.length).toBeLessThanOrEqual(4)
})

test('a key behind any key that may be stored sorts behind it', () => {
  const key = fc.stringMatching(/^[A-Za-z0-9]{1,99}$/)
  fc.assert(
    fc.property(key, (last) => {
      const next = ordAfter(last)
      expect(next > last).toBe(true)
      expect(next).toMatch(/^[A-Za-z0-9]{1,100}$/)
    }),
  )
})
