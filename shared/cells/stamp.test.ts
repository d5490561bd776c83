import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Clock } from './stamp.ts'

import {
  counterOf,
  GRACE_MS,
  isStamp,
  msOf,
  newNode,
  nodeOf,
  observe,
  packStamp,
  settle,
  successor,
  tick,
} from './stamp.ts'

const node = fc.constantFrom('aaaaaaaaa', 'zzzzzzzzz', '---------', 'K3_x9-Qq0')
const ms = fc.integer({ min: 0, max: 2 ** 42 - 2 })
const counter = fc.integer({ min: 0, max: 2 ** 18 - 1 })
const stamp = fc.tuple(ms, counter, node).map((parts) => packStamp(...parts))
const clock: fc.Arbitrary<Clock> = fc.record({ ms, counter })

describe('a stamp', () => {
  test('is 19 characters and gives back what went in', () => {
    fc.assert(
      fc.property(ms, counter, node, (m, c, n) => {
        const packed = packStamp(m, c, n)
        expect(isStamp(packed)).toBe(true)
        expect([msOf(packed), counterOf(packed), nodeOf(packed)]).toEqual([m, c, n])
      }),
    )
  })

  test('sorts as text the way its clock does', () => {
    fc.assert(
      fc.property(ms, counter, ms, counter, (m1, c1, m2, c2) => {
        const [a, b] = [packStamp(m1, c1, 'aaaaaaaaa'), packStamp(m2, c2, 'aaaaaaaaa')]
        expect(a < b).toBe(m1 < m2 || (m1 === m2 && c1 < c2))
      }),
    )
  })

  test('has a successor that is later, also where the counter is full', () => {
    fc.assert(
      fc.property(stamp, node, (s, n) => {
        expect(successor(s, n) > s).toBe(true)
      }),
    )
    const full = packStamp(5, 2 ** 18 - 1, 'zzzzzzzzz')
    expect(msOf(successor(full, '---------'))).toBe(6)
  })
})

describe('a tick', () => {
  test('is later than its floor and than the clock, and never throws, whatever the wall clock says', () => {
    const anyTime = fc.oneof(
      ms,
      fc.double(),
      fc.constantFrom(NaN, Infinity, -Infinity, -5, 2 ** 60),
    )
    fc.assert(
      fc.property(clock, node, anyTime, stamp, (own, n, now, floor) => {
        const before = packStamp(own.ms, own.counter, '---------')
        const ticked = tick(own, n, now, floor)
        expect(isStamp(ticked.stamp)).toBe(true)
        if (own.ms < 2 ** 42 - 3) {
          expect(packStamp(ticked.clock.ms, ticked.clock.counter, 'zzzzzzzzz') > before).toBe(true)
        }
        if (msOf(floor) < 2 ** 42 - 3) expect(ticked.stamp > floor).toBe(true)
      }),
    )
  })

  test('never gives one stamp twice from one stored clock, while time stands still or jumps back', () => {
    fc.assert(
      fc.property(fc.array(ms, { minLength: 2, maxLength: 50 }), (times) => {
        let own: Clock = { ms: 0, counter: 0 }
        const given = times.map((now) => {
          const ticked = tick(own, 'aaaaaaaaa', now)
          own = ticked.clock
          return ticked.stamp
        })
        expect(new Set(given).size).toBe(given.length)
        expect(given.toSorted()).toEqual(given)
      }),
    )
  })

  test('does not let a floor from the future drag the clock along', () => {
    const future = packStamp(9_000_000, 0, 'zzzzzzzzz')
    const ticked = tick({ ms: 0, counter: 0 }, 'aaaaaaaaa', 1_000, future)
    expect(ticked.clock).toEqual({ ms: 1_000, counter: 0 })
    expect(ticked.stamp > future).toBe(true)
  })
})

describe('a clock', () => {
  test('follows what it observes, but never further than the grace ahead of now', () => {
    fc.assert(
      fc.property(clock, stamp, ms, (own, seen, now) => {
        const after = observe(own, seen, now)
        expect(after.ms).toBeGreaterThanOrEqual(own.ms)
        expect(after.ms).toBeLessThanOrEqual(Math.max(own.ms, now + GRACE_MS))
        const isWithin = msOf(seen) <= now + GRACE_MS
        if (isWithin) expect(tick(after, '---------', 0).stamp > seen.slice(0, 10)).toBe(true)
      }),
    )
  })

  test('that ran ahead of the server is brought back, another is left', () => {
    expect(settle({ ms: 1_000_000, counter: 3 }, 10)).toEqual({ ms: 10, counter: 0 })
    expect(settle({ ms: 10 + GRACE_MS, counter: 3 }, 10)).toEqual({ ms: 10 + GRACE_MS, counter: 3 })
  })
})

test('a node is nine characters of the alphabet', () => {
  expect(newNode((length) => new Uint8Array(length).fill(255))).toBe('zzzzzzzzz')
  expect(newNode()).toMatch(/^[-0-9A-Z_a-z]{9}$/)
})
