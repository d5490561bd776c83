import { expect, test } from 'vitest'

import type { LogEntry } from './maintenance.ts'

import { dueCalendar } from './dueCalendar.ts'
import { logByVehicle } from './maintenance.ts'

const TODAY = '2026-11-22'
const S4 = { year: 2008, make: 'Audi', model: 'S4' }
const BLANK: Omit<LogEntry, 'id'> = {
  task: 'Reading',
  day: '2026-05-01',
  vehicle: S4,
  vin: '',
  mileage: null,
  newOdometer: false,
  cost: null,
  fuel: null,
  notes: '',
  every: null,
  everyMonths: null,
  kit: null,
}
const miles = (value: number) => ({ value, unit: 'mi' as const })
const km = (value: number) => ({ value, unit: 'km' as const })

function calendarOf(...entries: (Partial<LogEntry> & { id: string })[]) {
  const all = entries
    .map((values): LogEntry => ({ ...BLANK, ...values }))
    .toSorted((a, b) => b.day.localeCompare(a.day))
  return dueCalendar(logByVehicle(all, TODAY), TODAY, (id) => `https://w.example/m?at=${id}`)
}

test('a job that is due by months stands on its day, under the same name for as long as it does', () => {
  const { text, count } = calendarOf({ id: 'a', task: 'Oil', day: '2026-05-22', everyMonths: 12 })
  expect(count).toBe(1)
  expect(text).toContain('UID:due-a@wrenchlist')
  expect(text).toContain('DTSTART;VALUE=DATE:20270522')
  expect(text).toContain('SUMMARY:Oil: 2008 Audi S4')
  expect(text).toContain('URL:https://w.example/m?at=a')
})

test('a job that is due by distance stands where the car will have gone it, and says that it is about', () => {
  // 20 miles a day: of 2,000 miles since, 1,000 are left 50 days behind the latest reading.
  const { text } = calendarOf(
    { id: 'a', task: 'Oil', day: '2026-08-01', mileage: miles(50_000), every: miles(3_000) },
    { id: 'b', day: '2026-11-09', mileage: miles(52_000) },
  )
  expect(text).toContain('DTSTART;VALUE=DATE:20261229')
  expect(text).toContain('SUMMARY:Oil (about): 2008 Audi S4')
  expect(text).toContain(String.raw`Due at 53\,000 miles`)
})

test('jobs of one entry are events of their own', () => {
  const { text, count } = calendarOf(
    { id: 'a', task: 'Oil', day: '2026-01-01', everyMonths: 12 },
    { id: 'b', task: 'Air filter', day: '2026-01-01', everyMonths: 12 },
    { id: 'c', task: 'Oil, air filter', day: '2026-05-22' },
  )
  expect(count).toBe(2)
  expect(text).toContain('SUMMARY:Oil: 2008 Audi S4')
  expect(text).toContain('SUMMARY:Air filter: 2008 Audi S4')
  const ids = text.match(/^UID:.*$/gm) ?? []
  expect(new Set(ids).size).toBe(2)
})

test('readings in miles and in kilometers are of one car', () => {
  const { text } = calendarOf(
    { id: 'a', task: 'Oil', day: '2026-08-01', mileage: km(80_467), every: km(4_828) },
    { id: 'b', day: '2026-11-09', mileage: miles(52_000) },
  )
  expect(text).toMatch(/DTSTART;VALUE=DATE:202612(28|29|30)/)
})

test('of a day and a distance the earlier counts', () => {
  const readings = [
    { id: 'a', task: 'Oil', day: '2026-08-01', mileage: miles(50_000), every: miles(3_000) },
    { id: 'b', day: '2026-11-09', mileage: miles(52_000) },
  ]
  const [oil, reading] = readings
  if (!oil || !reading) throw new Error('there are two')
  expect(calendarOf({ ...oil, everyMonths: 12 }, reading).text).toContain('VALUE=DATE:20261229')
  expect(calendarOf({ ...oil, everyMonths: 4 }, reading).text).toContain('VALUE=DATE:20261201')
})

test.each([
  ['one reading', []],
  ['readings of a week', [{ id: 'b', day: '2026-08-08', mileage: miles(50_400) }]],
  ['an odometer that stands still', [{ id: 'b', day: '2026-11-09', mileage: miles(50_000) }]],
])('by %s nobody can tell a day: the job is left out, and counted', (_, more) => {
  const oil = {
    id: 'a',
    task: 'Oil',
    day: '2026-08-01',
    mileage: miles(50_000),
    every: miles(3_000),
  }
  expect(calendarOf(oil, ...more)).toMatchObject({ count: 0, left: 1 })
})

test('a car that hardly moved is overdue, in no year that a calendar has not', () => {
  const { text } = calendarOf(
    { id: 'a', task: 'Oil', day: '2024-01-01', mileage: miles(10), every: miles(100) },
    { id: 'b', day: '2024-12-02', mileage: miles(9_000_000) },
    { id: 'c', day: '2026-11-02', mileage: miles(9_000_001) },
  )
  expect(text).toContain('DTSTART;VALUE=DATE:20161104')
})
