/** How often a device syncs, on a test clock. */
import { expect, test } from 'vitest'

import { Pace } from './pace.ts'

/** Types at an interval for a while. @returns send times, milliseconds */
function typeFor(ms: number, everyMs: number): number[] {
  const pace = new Pace()
  const sent: number[] = []
  let due: number | null = null
  for (let now = 1; now <= ms + 6_000; now += 50) {
    if (due !== null && now >= due) {
      pace.begin()
      sent.push(now)
      due = null
    }
    if (now <= ms && (now - 1) % everyMs === 0) due = pace.edited(now)
  }
  return sent
}

test('somebody who types on is sent every 5 s, and once when they stop (I17)', () => {
  const sent = typeFor(20_000, 100)
  expect(sent.length).toBeGreaterThanOrEqual(4)
  expect(sent.length).toBeLessThanOrEqual(5)
})

test('single edits are sent a second later, one request each (I17)', () => {
  expect(typeFor(10_000, 2_500)).toHaveLength(4)
})

const busy = { isVisible: true, isWaiting: true, isSilent: false, tookMs: 50 }
const silent = { ...busy, isSilent: true }

test('tries that fail are further and further apart, by chance, and never given up', () => {
  const pace = new Pace()
  const waits = Array.from({ length: 200 }, () => pace.failed(busy, 1))
  expect(waits.slice(0, 5)).toEqual([2_000, 4_000, 8_000, 15_000, 15_000])
  expect(new Set(waits.slice(5))).toEqual(new Set([15_000]))
  expect(pace.failed({ ...busy, isVisible: false }, 1)).toBe(300_000)
  expect(pace.failed({ ...silent, isVisible: false }, 1)).toBe(300_000)
  expect(pace.failed({ ...busy, retryAfterMs: 30_000 }, 0)).toBe(30_000)
  expect(pace.failed(busy, 0)).toBe(0)
})

test('five seconds of signal are not slept through by somebody who has something to send', () => {
  const pace = new Pace()
  const waits = Array.from({ length: 100 }, (_, at) => pace.failed(silent, at / 100))
  expect(Math.max(...waits)).toBeLessThanOrEqual(5_000)
  expect(Math.min(...waits.slice(3))).toBeGreaterThanOrEqual(2_000)
  expect(pace.failed({ ...silent, isWaiting: false }, 1)).toBe(15_000)
  expect(pace.failed({ ...silent, retryAfterMs: 30_000 }, 0)).toBe(30_000)
})

test('what a try without an answer took was waiting, too', () => {
  const pace = new Pace()
  for (let tries = 0; tries < 5; tries++) pace.failed(silent, 1)
  expect(pace.failed({ ...silent, tookMs: 8_000 }, 0.5)).toBe(750)
  expect(pace.failed({ ...busy, tookMs: 8_000 }, 0.5)).toBe(7_500)
})

test('while tries fail, typing does not speed them up; with signal again it does', () => {
  const pace = new Pace()
  pace.failed(busy, 0.5)
  expect(pace.edited(1_000)).toBeNull()
  pace.startOver()
  expect(pace.edited(2_000)).toBe(3_000)
})
