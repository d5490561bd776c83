import { describe, expect, test } from 'vitest'

import type { Cells, Json } from '../cells/cells.ts'
import type { Distance } from './distance.ts'
import type { LogEntry } from './maintenance.ts'

import { dayProblem } from '../day.ts'
import { entriesOf, entriesOfVehicle, logByVehicle, logsOfCar } from './maintenance.ts'
import { addMonths } from './dueJobs.ts'
import { cellProblem, isPublicCell } from './schema.ts'
import { logRule } from './logEntry.ts'
import { packStamp } from '../cells/stamp.ts'

const TODAY = '2026-11-22'
const S4 = { year: 2008, make: 'Audi', model: 'S4' }
let count = 0

function entry(values: Partial<LogEntry> = {}): LogEntry {
  return {
    id: `entry ${++count}`,
    task: 'Oil Change',
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
    ...values,
  }
}

const miles = (value: number): Distance => ({ value, unit: 'mi' })
const km = (value: number): Distance => ({ value, unit: 'km' })
const dueOf = (...entries: LogEntry[]) => logByVehicle(entries, TODAY).flatMap(({ due }) => due)

describe('a day', () => {
  test('is one of the calendar', () => {
    for (const day of ['2026-11-22', '2024-02-29', '1970-01-01']) expect(dayProblem(day)).toBeNull()
    for (const day of [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '1799-01-01',
      '22.11.2026',
      '',
      7,
    ]) {
      expect(dayProblem(day)).toBe('invalid_date')
    }
  })

  test('some months later is the same day, or the last of a shorter month', () => {
    expect(addMonths('2026-11-22', 6)).toBe('2027-05-22')
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
    expect(addMonths('2023-08-31', 6)).toBe('2024-02-29')
    expect(addMonths('2026-12-31', 12)).toBe('2027-12-31')
    expect(addMonths('', 12)).toBeNull()
  })
})

describe('what a log entry may hold', () => {
  test('is limited, and every cell of it is its owner’s alone', () => {
    const refused: [string, Json, string][] = [
      ['task', '  ', 'empty'],
      ['task', 'x'.repeat(81), 'too_long'],
      ['day', '2026-02-30', 'invalid_date'],
      ['mileage', -1, 'invalid_mileage'],
      ['mileage', 1.5, 'invalid_mileage'],
      ['mileage', 10_000_000, 'invalid_mileage'],
      ['cost', 100_000_000, 'invalid_price'],
      ['notes', 'x'.repeat(2_001), 'too_long'],
      ['everyMiles', 0, 'invalid_interval'],
      ['everyKm', 500_001, 'invalid_interval'],
      ['mileageKm', 0.5, 'invalid_mileage'],
      ['everyMonths', 241, 'invalid_interval'],
      ['vehicle', { year: 1 }, 'invalid_vehicle'],
      ['kit', 'x', 'invalid_kit'],
      ['owner', 'x', 'unknown_field'],
    ]
    for (const [cell, value, code] of refused) expect(cellProblem('log', cell, value)).toBe(code)
    for (const cell of Object.keys(logRule.cells)) expect(isPublicCell('log', cell)).toBe(false)
    expect(cellProblem('log', 'mileage', null)).toBeNull()
  })
})

describe('the entries', () => {
  test('come the latest day first, without those that were taken out', () => {
    const cells = (values: Record<string, Json>): Cells =>
      Object.fromEntries(
        Object.entries(values).map(([name, value], at) => [name, [value, packStamp(at, 0, 'n')]]),
      )
    const rows = [
      { id: 'a', cells: cells({ task: 'Oil', day: '2026-01-01', mileage: 100 }) },
      { id: 'b', cells: cells({ task: 'Oil', day: '2026-03-01' }) },
      { id: 'c', cells: cells({ task: 'Oil', day: '2026-02-01', del: true }) },
      { id: 'd', cells: cells({ task: 'Brakes', day: '2026-01-01', mileage: 200 }) },
    ]
    expect(entriesOf(rows).map(({ id }) => id)).toEqual(['b', 'd', 'a'])
  })
})

describe('a vehicle', () => {
  test('has its own history and its highest mileage', () => {
    const [ford, audi] = logByVehicle(
      [
        entry({ mileage: miles(90_500) }),
        entry({ vehicle: { year: 1975, make: 'Ford', model: 'Granada' } }),
        entry({ task: 'Brakes', mileage: miles(91_000) }),
      ],
      TODAY,
    )
    expect(audi).toMatchObject({ title: '2008 Audi S4', mileage: miles(91_000) })
    expect(audi?.entries).toHaveLength(2)
    expect(ford).toMatchObject({ title: '1975 Ford Granada', mileage: null })
  })

  test('has one odometer: what its latest mileage was read in is its unit', () => {
    const entries = [
      entry({ day: '2026-05-01', mileage: miles(91_000) }),
      entry({ day: '2026-04-01', mileage: km(160_000) }),
    ]
    expect(logByVehicle(entries, TODAY)[0]).toMatchObject({ unit: 'mi', mileage: km(160_000) })
    expect(logByVehicle([entry()], TODAY)[0]?.unit).toBeNull()
  })

  test('is told from another of its model by the VIN, and without one is the only one there is', () => {
    const first = entry({ vin: 'WAUGL78E88A123456' })
    const bare = entry()
    expect(logByVehicle([first, bare], TODAY)).toHaveLength(1)
    const second = entry({ vin: 'WAUGL78E88A654321' })
    expect(logByVehicle([first, second, bare], TODAY)).toHaveLength(3)
  })
})

describe('what is due', () => {
  test('is by months: overdue, soon within 30 days, or later', () => {
    const at = (day: string) => dueOf(entry({ day, everyMonths: 6 }))[0]
    expect(at('2026-05-01')).toMatchObject({ day: '2026-11-01', state: 'overdue' })
    expect(at('2026-05-22')).toMatchObject({ day: '2026-11-22', state: 'soon' })
    expect(at('2026-06-22')).toMatchObject({ day: '2026-12-22', state: 'soon' })
    expect(at('2026-06-23')).toMatchObject({ day: '2026-12-23', state: 'later' })
  })

  test('is by miles, against the highest mileage of the vehicle', () => {
    const oil = entry({ mileage: miles(90_000), every: miles(5_000) })
    const at = (mileage: number) =>
      dueOf(oil, entry({ task: 'Mileage', mileage: miles(mileage) })).find(
        ({ task }) => task === 'Oil Change',
      )
    expect(at(94_499)).toMatchObject({ at: miles(95_000), state: 'later' })
    expect(at(94_500)?.state).toBe('soon')
    expect(at(95_000)?.state).toBe('overdue')
  })

  test('in kilometers is exactly so many of them, also against an odometer of miles', () => {
    const oil = entry({ mileage: km(120_000), every: km(15_000) })
    const at = (mileage: Distance) => dueOf(oil, entry({ task: 'Mileage', mileage }))[0]
    expect(at(km(134_000))).toMatchObject({ at: km(135_000), state: 'later' })
    expect(at(km(134_999))?.state).toBe('soon')
    expect(at(km(135_000))?.state).toBe('overdue')
    expect(at(miles(83_886))?.state).toBe('overdue')
    const mixed = entry({ mileage: miles(90_000), every: km(15_000) })
    expect(dueOf(mixed)[0]?.at).toEqual(miles(99_321))
  })

  test('is by whichever comes first', () => {
    const both = { everyMonths: 12, every: miles(5_000) }
    expect(dueOf(entry({ ...both, day: '2026-11-01', mileage: miles(1_000) }))[0]?.state).toBe(
      'later',
    )
  })

  test('is counted from the last time, by the interval that was said last', () => {
    const old = entry({ day: '2023-01-01', everyMonths: 3 })
    const said = entry({
      day: '2024-05-01',
      mileage: km(100_000),
      every: km(10_000),
      everyMonths: 12,
    })
    const done = entry({ task: ' oil  change', day: '2026-11-01', mileage: km(120_000) })
    expect(dueOf(done, said, old)).toEqual([
      { id: done.id, task: done.task, day: '2027-11-01', at: km(130_000), state: 'later' },
    ])
    // Without mileage, the reading nearest to that day counts.
    const near = entry({ task: 'Brakes', day: '2026-10-20', mileage: km(119_000) })
    const bare = entry({ day: '2026-11-01' })
    expect(dueOf(bare, near, said)[0]).toMatchObject({ at: km(129_000), state: 'later' })
  })

  test('goes on with another odometer where the one before it was', () => {
    const oil = { every: miles(5_000) }
    const before = entry({ ...oil, day: '2024-05-01', mileage: miles(210_000) })
    const fluid = entry({
      task: 'Fluid',
      day: '2024-05-01',
      mileage: miles(209_000),
      every: miles(20_000),
    })
    const swap = entry({ task: 'Cluster', day: '2025-02-01', mileage: miles(5) })
    const after = entry({ ...oil, day: '2026-10-01', mileage: miles(4_000) })
    const [log] = logByVehicle([after, swap, before, fluid], TODAY)
    expect(log?.mileage).toEqual(miles(4_000))
    expect(log?.due).toMatchObject([
      { task: 'Fluid', at: miles(19_005), state: 'later' },
      { task: 'Oil Change', at: miles(9_000), state: 'later' },
    ])
    // A used odometer may show nearly as much, so it has to be marked.
    const used = entry({ task: 'Cluster', day: '2025-02-01', mileage: miles(180_000) })
    const atOf = (one: LogEntry) => dueOf(one, before)[0]
    expect(atOf(used)).toMatchObject({ at: miles(215_000), state: 'later' })
    expect(logByVehicle([used, before], TODAY)[0]?.mileage).toEqual(miles(210_000))
    const flagged = { ...used, newOdometer: true }
    expect(atOf(flagged)).toMatchObject({ at: miles(185_000) })
    expect(logByVehicle([flagged, before], TODAY)[0]?.mileage).toEqual(miles(180_000))
  })

  test('is not moved by a reading between two that fit each other, and far from both', () => {
    const oil = entry({ day: '2025-01-01', mileage: miles(90_000), every: miles(5_000) })
    const after = entry({ task: 'Fuel', day: '2025-03-01', mileage: miles(92_000) })
    for (const slip of [9_100, 910_000]) {
      const wrong = entry({ task: 'Fuel', day: '2025-02-01', mileage: miles(slip) })
      expect(dueOf(after, wrong, oil)).toMatchObject([{ at: miles(95_000), state: 'later' }])
      expect(logByVehicle([after, wrong, oil], TODAY)[0]?.mileage).toEqual(miles(92_000))
    }
  })

  describe('by several jobs in one entry', () => {
    const oil = entry({ day: '2026-01-01', mileage: miles(90_000), every: miles(5_000) })
    const tires = entry({
      task: 'Tire rotation',
      day: '2026-01-01',
      mileage: miles(90_000),
      every: miles(7_500),
    })
    const later = { day: '2026-10-01', mileage: miles(95_200) }
    const at = (...entries: LogEntry[]) =>
      Object.fromEntries(dueOf(...entries).map((one) => [one.task, one.at?.value]))

    test.each([
      'Oil change, tire rotation',
      'oil  change;TIRE ROTATION',
      'Tire rotation / oil change',
      'Oil change + tire rotation',
      'Oil change and tire rotation',
      'Oil change\ntire rotation',
      'Wipers, oil change, washer fluid and tire rotation',
      'Ölfilter, oil change und tire rotation',
    ])('is counted for each, by its own interval: %j', (task) => {
      expect(at(entry({ ...later, task }), oil, tires)).toEqual({
        'Oil Change': 100_200,
        'Tire rotation': 102_700,
      })
    })

    test('is not counted for a job that is not named whole', () => {
      for (const task of [
        'Oil change reminder, wipers',
        'Sand change',
        'Oil, change',
        'Oil changeand',
      ])
        expect(at(entry({ ...later, task }), oil)).toEqual({ 'Oil Change': 95_000 })
    })

    test('is the whole first, as a job may have a comma in its name', () => {
      const pads = (values: Partial<LogEntry>) =>
        entry({ task: 'Pads, front', day: '2026-01-01', mileage: miles(90_000), ...values })
      const both = [pads({ every: miles(30_000) }), pads({ task: 'Pads', every: miles(20_000) })]
      expect(at(pads(later), ...both)).toEqual({ 'Pads, front': 125_200, Pads: 110_000 })
      const task = 'Oil change; pads, front'
      expect(at(entry({ ...later, task }), oil, ...both)).toEqual({
        'Oil Change': 100_200,
        'Pads, front': 125_200,
        Pads: 110_000,
      })
    })

    test('with an interval has it for all of them, and each has its own', () => {
      const both = { ...later, task: 'Oil change, tire rotation', every: miles(6_000) }
      expect(at(entry(both), oil, tires)).toEqual({
        'Oil change, tire rotation': 101_200,
        'Oil Change': 100_200,
        'Tire rotation': 102_700,
      })
      expect(at(entry(both))).toEqual({ 'Oil change, tire rotation': 101_200 })
    })
  })

  test('stands first in the list', () => {
    const ford = { year: 1975, make: 'Ford', model: 'Granada' }
    const logs = logByVehicle(
      [entry(), entry({ vehicle: ford, day: '2020-01-01', everyMonths: 6 })],
      TODAY,
    )
    expect(logs.map(({ title }) => title)).toEqual(['1975 Ford Granada', '2008 Audi S4'])
  })
})

describe('what was done to one vehicle', () => {
  const tasksOf = (entries: LogEntry[], vin = '') =>
    entriesOfVehicle(entries, { vehicle: S4, vin }).map(({ task }) => task)

  test('is of no other model, and of a car that is not named there is nothing', () => {
    const golf = { year: 2018, make: 'Volkswagen', model: 'Golf' }
    const entries = [entry({ task: 'Pads' }), entry({ task: 'Plugs', vehicle: golf })]
    expect(tasksOf(entries)).toEqual(['Pads'])
    expect(entriesOfVehicle([entry({ vehicle: null })], { vehicle: null, vin: '' })).toEqual([])
  })

  test('is of the same car with and without its VIN, as long as there is one of that model', () => {
    const entries = [entry({ task: 'Pads', vin: 'wauzzz8e0' }), entry({ task: 'Hub' })]
    expect(tasksOf(entries)).toEqual(['Pads', 'Hub'])
    expect(tasksOf(entries, 'WAUZZZ8E0')).toEqual(['Pads', 'Hub'])
    const both = [...entries, entry({ task: 'Shock', vin: 'WAUZZZ8E1' })]
    expect(tasksOf(both, 'WAUZZZ8E0')).toEqual(['Pads'])
    expect(tasksOf(both)).toEqual(['Hub'])
  })
})

test('a car without a VIN may be any of its model, and what is due on each of them is told', () => {
  const due = { day: '2025-05-01', everyMonths: 12 }
  const first = entry({ vin: 'WAUZZZ8E0', task: 'Oil', ...due })
  const second = entry({ vin: 'WAUZZZ8E1', task: 'Pads', ...due })
  const told = (vin: string, ...entries: LogEntry[]) =>
    logsOfCar(entries, { vehicle: S4, vin }, TODAY)
      .map((log) => [log.vin, ...log.due.map(({ task }) => task)])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
  expect(told('', first)).toEqual([['WAUZZZ8E0', 'Oil']])
  expect(told('', first, second)).toEqual([
    ['WAUZZZ8E0', 'Oil'],
    ['WAUZZZ8E1', 'Pads'],
  ])
  expect(told('WAUZZZ8E1', first, second)).toEqual([['WAUZZZ8E1', 'Pads']])
  expect(logsOfCar([first], { vehicle: null, vin: '' }, TODAY)).toEqual([])
})
