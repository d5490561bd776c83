import { describe, expect, test } from 'vitest'

import type { ErrorReport } from './errorReport.ts'

import { isStorable } from '../define.ts'
import { cleanReport, groupKey, REPORT_LIMITS } from './errorReport.ts'

const report = (changes: Partial<ErrorReport> = {}): ErrorReport => ({
  message: 'TypeError: x is not a function',
  timestamp: '2026-11-22T10:00:00.000Z',
  level: 'error',
  ...changes,
})
const same = (a: Partial<ErrorReport>, b: Partial<ErrorReport>) =>
  groupKey(report(a)) === groupKey(report(b))

const stack = (build: string, line: number, host = 'https://w.example') =>
  `TypeError: x\n    at save (${host}/assets/core-${build}.js:${line}:7)\n    at async run (${host}/assets/kit-${build}.js:1:2)`

describe('reports of one fault', () => {
  test('have their numbers, ids and builds in nothing', () => {
    expect(same({ message: 'row 17 of 20' }, { message: 'row 3 of 500' })).toBe(true)
    expect(
      same(
        { message: 'no kit oG3J-0POSHGaTUtY5l3kiA' },
        { message: 'no kit pH4K-1QPTIHbUVuZ6m4ljB' },
      ),
    ).toBe(true)
    expect(
      same(
        { stack: stack('ByFIQeg', 12) },
        { stack: stack('x-Y_z12', 99, 'http://localhost:3000') },
      ),
    ).toBe(true)
    expect(
      same(
        { stack: 'save@https://w.example/assets/core-ByFIQeg.js:1:2' },
        { stack: 'save@https://w.example/assets/core-x1Y2z3a.js:3:4' },
      ),
    ).toBe(true)
  })

  test('differ in message, level, place or being a test', () => {
    expect(same({ message: 'a' }, { message: 'b' })).toBe(false)
    expect(same({ level: 'error' }, { level: 'info' })).toBe(false)
    expect(same({ stack: stack('x', 1) }, { stack: stack('x', 1).replace('save', 'load') })).toBe(
      false,
    )
    expect(same({ context: { test: true } }, {})).toBe(false)
  })

  test('of a call go by its method and path, whoever asked for whatever', () => {
    const call = (method: string, endpoint: string, from: string): Partial<ErrorReport> => ({
      message: '404: gone',
      stack: `Error\n    at ${from} (https://w.example/assets/a.js:1:1)`,
      context: { method, endpoint, status: 404 },
    })
    expect(
      same(
        call('GET', '/api/kits/by-build-id/hT4kQ9?live=1', 'a'),
        call('GET', '/api/kits/by-build-id/aBcDeF', 'b'),
      ),
    ).toBe(true)
    expect(same(call('GET', '/api/kits', 'a'), call('POST', '/api/kits', 'a'))).toBe(false)
    expect(same(call('GET', '/api/kits', 'a'), call('GET', '/api/tasks', 'a'))).toBe(false)
  })
})

describe('a clean report', () => {
  test('can be stored, wherever it was cut', () => {
    for (const length of Array.from({ length: 12 }, (_, at) => at)) {
      const long = `${'x'.repeat(length)}${'👩 \0'.repeat(4_000)}`
      const cleaned = cleanReport(
        report({
          message: long,
          stack: long,
          url: long,
          userAgent: long,
          userId: long,
          context: { [long]: long, b: Array.from({ length: 20 }, () => long) },
        }),
      )
      const everything = JSON.stringify(cleaned)
      expect(isStorable(everything)).toBe(true)
      expect(everything).not.toMatch(/\\u(?:0000|d[89a-f])/)
    }
  })

  test('is no longer than its limits and keeps no secret', () => {
    const long = 'Bearer abcdefgh '.repeat(10_000)
    const cleaned = cleanReport(
      report({
        message: long,
        stack: long,
        componentStack: long,
        url: `/x?token=abcdefgh ${long}`,
        userAgent: long,
        context: { a: long, b: [long], c: { d: long } },
        count: 5_000_000,
      }),
    )
    for (const name of ['message', 'stack', 'componentStack', 'url', 'userAgent'] as const) {
      expect(cleaned[name]?.length).toBeLessThanOrEqual(REPORT_LIMITS[name])
    }
    expect(JSON.stringify(cleaned.context).length).toBeLessThanOrEqual(REPORT_LIMITS.context)
    expect(cleaned.count).toBe(1_000)
    const { userAgent: _, ...rest } = cleaned
    expect(JSON.stringify(rest)).not.toContain('abcdefgh')
  })

  test('has names of secrets without their values, however deep', () => {
    const { context } = cleanReport(
      report({
        context: { a: [{ authToken: 'abc', Email: 'x', n: 1 }], deviceKey: 5, author: 'Ann' },
      }),
    )
    expect(context).toEqual({
      a: [{ authToken: '…', Email: '…', n: 1 }],
      deviceKey: '…',
      author: 'Ann',
    })
  })

  test('stays a test when its context is too large', () => {
    const context = { big: Array.from({ length: 20 }, () => 'x '.repeat(400)), test: true }
    expect(cleanReport(report({ context })).context).toMatchObject({ test: true })
  })

  test('is clean already the second time', () => {
    const once = cleanReport(report({ message: 'm'.repeat(3_000), stack: 'a@b.example token=x' }))
    expect(cleanReport(once)).toEqual(once)
  })
})
