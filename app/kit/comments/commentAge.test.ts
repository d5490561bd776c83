import { expect, test } from 'vitest'
import { commentAge } from './Comments.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [0, 'just now'],
  [59 * MINUTE + 59_999, 'just now'],
  [HOUR, '1 hour ago'],
  [3 * HOUR, '3 hours ago'],
  [24 * HOUR - 1, '23 hours ago'],
  [24 * HOUR, '1 day ago'],
  [400 * 24 * HOUR, '400 days ago'],
])('a comment of %i ms ago is from %j', (age, words) => {
  expect(commentAge(1_000_000_000_000, 1_000_000_000_000 + age)).toBe(words)
})

test('a clock that is behind makes no age below zero', () => {
  expect(commentAge(1_000_000_000_000, 999_999_000_000)).toBe('just now')
})
