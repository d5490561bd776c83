import { expect, test } from 'vitest'

import type { LogEntry, VehicleLog } from '#shared/kinds/maintenance.ts'

import { logByVehicle } from '#shared/kinds/maintenance.ts'
import { entriesOfFile, readLogFile } from '../import/logFile.ts'
import { exportFor, type Target } from './exportFor.ts'

const GOLF = { year: 2015, make: 'Volkswagen', model: 'Golf' }
const BLANK: Omit<LogEntry, 'id'> = {
  task: 'Fuel',
  day: '2026-05-01',
  vehicle: GOLF,
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
const km = (value: number) => ({ value, unit: 'km' as const })

function logOf(...entries: Partial<LogEntry>[]): VehicleLog {
  const all = entries.map((values, at): LogEntry => ({ ...BLANK, id: `e${at}`, ...values }))
  const [log] = logByVehicle(all.toReversed(), '2026-11-22')
  if (!log) throw new Error('there is no log')
  return log
}

const LOG = logOf(
  {
    day: '2026-03-01',
    mileage: km(1_000),
    cost: 6_000,
    fuel: { amount: 40, unit: 'L', missed: true },
  },
  { day: '2026-03-05', task: 'Oil change', mileage: km(1_100), cost: 8_450, notes: 'a; "b", c' },
  { day: '2026-03-09', task: 'Wipers', mileage: km(1_150), cost: 1_200 },
  {
    day: '2026-03-14',
    mileage: km(1_500),
    cost: 3_010,
    fuel: { amount: 20.05, unit: 'L', part: true },
  },
)

function readAgain(target: Target) {
  const usual = {
    distance: 'km',
    fuelUnit: 'L',
    currency: 'USD',
    order: 'day',
    year: 2026,
  } as const
  const file = readLogFile(exportFor(LOG, 'km', target).text, usual)
  if ('problem' in file) throw new Error(file.problem)
  const { entries, problems } = entriesOfFile(file)
  expect(problems).toEqual([])
  return { app: file.app, entries }
}

const FILLS = [
  {
    day: '2026-03-01',
    mileage: km(1_000),
    cost: 6_000,
    fuel: { amount: 40, unit: 'L', missed: true },
  },
  { day: '2026-03-14', mileage: km(1_500), cost: 3_010, fuel: { amount: 20.05, part: true } },
]
const JOBS = [
  { day: '2026-03-05', task: 'Oil change', mileage: km(1_100), cost: 8_450 },
  { day: '2026-03-09', task: 'Wipers', mileage: km(1_150), cost: 1_200 },
]

test.each<Target>(['spritmonitor-fuel', 'spritmonitor-costs'])(
  '%s names the currency of its costs',
  (target) => {
    const fuel = { amount: 40, unit: 'L' }
    const log = logOf(
      { cost: 'EUR 60.00', fuel },
      { day: '2026-05-02', task: 'Wipers', cost: 'EUR 60.00' },
    )
    const usual = {
      distance: 'km',
      fuelUnit: 'L',
      currency: 'USD',
      order: 'day',
      year: 2026,
    } as const
    const file = readLogFile(exportFor(log, 'km', target).text, usual)
    if ('problem' in file) throw new Error(file.problem)
    expect(entriesOfFile(file).entries).toMatchObject([{ cost: 'EUR 60.00' }])
  },
)

test.each<[Target, string, object[]]>([
  ['lubelogger-services', 'LubeLogger', JOBS],
  ['lubelogger-fuel', 'LubeLogger', FILLS],
  ['fuelly', 'Fuelly', FILLS],
  // The format has no missed fill-ups.
  ['drivvo', 'Drivvo', [{ ...FILLS[0], fuel: { amount: 40 } }, FILLS[1] ?? {}, ...JOBS]],
  ['spritmonitor-fuel', 'Spritmonitor', FILLS],
  ['spritmonitor-costs', 'Spritmonitor', JOBS],
])('%s is read again as what it was', (target, app, entries) => {
  expect(readAgain(target)).toMatchObject({ app, entries })
})

test('a file has one unit: what was read in the other is converted, and what cannot be is left out', () => {
  const log = logOf(
    {
      day: '2026-03-01',
      mileage: { value: 100, unit: 'mi' },
      fuel: { amount: 10, unit: 'US gal' },
    },
    { day: '2026-03-05', mileage: km(300), fuel: { amount: 4, unit: 'kg' } },
    { day: '2026-03-09', mileage: km(500), fuel: { amount: 40, unit: 'L' } },
  )
  const { text, count, left } = exportFor(log, 'mi', 'fuelly')
  expect({ count, left }).toEqual({ count: 2, left: 1 })
  const [head, first, second] = text.slice(1).split('\r\n')
  expect(head).toContain('odometer,km,litres')
  expect(first).toContain('2015 Volkswagen Golf,161,,37.854,')
  expect(second).toContain('2015 Volkswagen Golf,500,,40,')
})
