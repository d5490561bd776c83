import { expect, test } from 'vitest'
import { backoffMs, nextRun, scheduleProblem } from './schedule.ts'

const next = (text: string, after: string) => {
  const at = nextRun(text, Date.parse(after))
  return at === null ? null : new Date(at).toISOString().slice(0, 16)
}

test('a schedule is due at the next time that fits, in UTC', () => {
  expect(next('0 4 * * *', '2026-11-24T03:59:59Z')).toBe('2026-11-24T04:00')
  expect(next('0 4 * * *', '2026-11-24T04:00:00Z')).toBe('2026-11-25T04:00')
  expect(next('15,45 * * * *', '2026-11-24T10:20:00Z')).toBe('2026-11-24T10:45')
  expect(next('*/20 8-9 * * *', '2026-11-24T09:41:00Z')).toBe('2026-11-25T08:00')
  expect(next('30 6 * * 1', '2026-11-24T00:00:00Z')).toBe('2026-11-30T06:30')
  expect(next('30 6 * * 7', '2026-11-24T00:00:00Z')).toBe('2026-11-29T06:30')
  expect(next('0 0 29 2 *', '2026-11-24T00:00:00Z')).toBe('2028-02-29T00:00')
})

test('of a day of the month and one of the week either will do, as in cron', () => {
  expect(next('0 4 1 * 5', '2026-11-24T00:00:00Z')).toBe('2026-11-27T04:00')
  expect(next('0 4 1 * 5', '2026-11-28T00:00:00Z')).toBe('2026-12-01T04:00')
})

test('what is no schedule is said, and nothing is one that never comes', () => {
  expect(nextRun('', 0)).toBeNull()
  expect(scheduleProblem('')).toBe('')
  expect(scheduleProblem('0 4 * * *')).toBe('')
  expect(scheduleProblem('*/15 * * * *')).toBe('')
  expect(scheduleProblem('0 4 * *')).toMatch(/^Five fields/)
  expect(scheduleProblem('0 25 * * *')).toMatch(/hour is not readable/)
  expect(scheduleProblem('0 4 31 2 *')).toBe('There is no such day.')
  expect(scheduleProblem('0,5 * * * *')).toBe('At most every 15 minutes.')
  expect(scheduleProblem('0,50 * * * *')).toBe('At most every 15 minutes.')
})

test('failures are tried again twice as late each time, up to a day', () => {
  expect([1, 2, 3, 4].map((n) => backoffMs(n) / 60_000)).toEqual([15, 30, 60, 120])
  expect(backoffMs(50)).toBe(24 * 3_600_000)
})
