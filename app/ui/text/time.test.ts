import { expect, test } from 'vitest'

import { ago, clockTime, dayAndTime } from './time.ts'

const at = (day: number, hour: number, minute = 0, month = 2) =>
  new Date(2026, month, day, hour, minute).getTime()

test('a clock time has two digits each, also after midnight', () => {
  expect(clockTime(at(3, 14, 6))).toBe('14:06')
  expect(clockTime(at(3, 0, 5))).toBe('00:05')
})

test('today and yesterday are days of the calendar, not of 24 hours', () => {
  const now = at(3, 0, 30)
  expect(dayAndTime(at(3, 0, 10), now)).toBe('today at 00:10')
  expect(dayAndTime(at(2, 23, 59), now)).toBe('yesterday at 23:59')
  expect(dayAndTime(at(1, 23, 59), now)).toBe('on Mar 1 at 23:59')
  expect(dayAndTime(at(4, 0, 5), now)).toBe('tomorrow at 00:05')
  expect(dayAndTime(at(5, 0, 5), now)).toBe('on Mar 5 at 00:05')
})

test('yesterday holds across the day that the clocks change, and across a year', () => {
  expect(dayAndTime(at(28, 23, 30), at(29, 8))).toBe('yesterday at 23:30')
  expect(dayAndTime(new Date(2025, 11, 31, 9).getTime(), new Date(2026, 0, 1, 9).getTime())).toBe(
    'yesterday at 09:00',
  )
})

test('another year is named instead of the time', () => {
  expect(dayAndTime(new Date(2024, 2, 3, 14).getTime(), at(3, 8))).toBe('on Mar 3, 2024')
})

test('short ages are counted, and a clock that runs ahead is "just now"', () => {
  const now = at(3, 14)
  expect(ago(now + 5_000, now)).toBe('just now')
  expect(ago(now - 59_000, now)).toBe('just now')
  expect(ago(now - 2 * 60_000, now)).toBe('2 min ago')
  expect(ago(now - 3 * 3_600_000, now)).toBe('3 h ago')
  expect(ago(at(1, 9), now)).toBe('on Mar 1 at 09:00')
})
