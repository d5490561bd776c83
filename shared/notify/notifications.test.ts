import { describe, expect, test } from 'vitest'

import type { NoticeMode, NoticeSettings } from './notifications.ts'

import { DEFAULT_SETTINGS, dayIn, isZone, minuteOf, settingsBody, tellAt } from './notifications.ts'

const settings = (mode: NoticeMode, more: Partial<NoticeSettings> = {}): NoticeSettings => ({
  ...DEFAULT_SETTINGS,
  kinds: { ...DEFAULT_SETTINGS.kinds, price: mode },
  ...more,
})
const told = (of: NoticeSettings, at: string, now = at) => {
  const ms = tellAt(of, 'price', Date.parse(at), Date.parse(now))
  return ms === null ? null : new Date(ms).toISOString().slice(5, 16)
}

describe('what happened is told', () => {
  test('never when it is switched off', () => {
    expect(told(settings('off'), '2026-11-22T12:00Z')).toBeNull()
  })

  test('at once, but not in the quiet hours: then at their end', () => {
    const now = settings('now')
    expect(told(now, '2026-11-22T12:00Z')).toBe('11-22T12:00')
    expect(told(now, '2026-11-22T21:59Z')).toBe('11-22T21:59')
    expect(told(now, '2026-11-22T22:00Z')).toBe('11-23T07:00')
    expect(told(now, '2026-11-22T03:00Z')).toBe('11-22T07:00')
    expect(told(now, '2026-11-22T07:00Z')).toBe('11-22T07:00')
    expect(told(settings('now', { quiet: null }), '2026-11-22T23:00Z')).toBe('11-22T23:00')
    const atNoon = settings('now', { quiet: { from: 720, to: 780 } })
    expect(told(atNoon, '2026-11-22T12:30Z')).toBe('11-22T13:00')
    expect(told(atNoon, '2026-11-22T23:30Z')).toBe('11-22T23:30')
  })

  test('once a day at the same hour of the person’s own zone', () => {
    const daily = settings('daily', { zone: 'America/Chicago' })
    expect(told(daily, '2026-11-22T12:00Z')).toBe('11-22T14:00')
    expect(told(daily, '2026-11-22T14:00Z')).toBe('11-22T14:00')
    expect(told(daily, '2026-11-22T14:01Z')).toBe('11-23T14:00')
    expect(told(daily, '2026-07-22T12:00Z')).toBe('07-22T13:00')
  })

  test('a daily hour inside the quiet ones waits for their end', () => {
    expect(told(settings('daily', { dailyAt: 5 * 60 }), '2026-11-22T01:00Z')).toBe('11-22T07:00')
  })

  test('late, but not before now, when the server was away', () => {
    expect(told(settings('daily'), '2026-11-20T12:00Z', '2026-11-22T12:00Z')).toBe('11-22T12:00')
  })
})

test('minutes and days are those of the zone', () => {
  const at = Date.parse('2026-11-22T23:30Z')
  expect(minuteOf(at, 'UTC')).toBe(23 * 60 + 30)
  expect(minuteOf(at, 'Asia/Kolkata')).toBe(5 * 60)
  expect(dayIn(at, 'Asia/Kolkata')).toBe('2026-11-23')
  expect(dayIn(at, 'UTC')).toBe('2026-11-22')
})

test('a zone that nobody knows, a minute of no day and a mode that is none are refused', () => {
  expect(isZone('Europe/Berlin')).toBe(true)
  expect(isZone('Mars/Olympus')).toBe(false)
  expect(isZone('x'.repeat(65))).toBe(false)
  expect(settingsBody.safeParse(DEFAULT_SETTINGS).success).toBe(true)
  for (const wrong of [
    { zone: 'nowhere' },
    { dailyAt: 1_440 },
    { dailyAt: 1.5 },
    { mail: 'yes' },
    { kinds: {} },
  ]) {
    expect(settingsBody.safeParse({ ...DEFAULT_SETTINGS, ...wrong }).success).toBe(false)
  }
})
