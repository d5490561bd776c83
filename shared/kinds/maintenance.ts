/** What the entries of the maintenance log say of each vehicle: its history, and what is due. */
import type { Cells } from '../sync/cells.ts'
import type { Vehicle } from '../vehicles/vehicle.ts'
import type { Distance, DistanceUnit } from './distance.ts'
import type { Fuel } from './fuel.ts'

import { isRowAlive, textIn } from '../sync/cells.ts'
import { distanceIn, milesOf, sumOf } from './distance.ts'
import { isVehicle } from './kit.ts'
import { fuelProblem } from './logEntry.ts'
import { taskKey } from './task.ts'
import type { Price } from '../money.ts'
import { priceIn } from './kit.ts'
import { vehicleTitle } from '../vehicles/vehicle.ts'
import { later, say } from '../words/words.ts'

export interface LogEntry {
  id: string
  task: string
  /** "2026-11-22" */
  day: string
  vehicle: Vehicle | null
  vin: string
  mileage: Distance | null
  cost: Price
  fuel: Fuel | null
  notes: string
  every: Distance | null
  everyMonths: number | null
  kit: string | null
}

function numberIn(cells: Cells, name: string): number | null {
  const value = cells[name]?.[0]
  return typeof value === 'number' ? value : null
}

function fuelIn(cells: Cells): Fuel | null {
  const value = cells['fuel']?.[0] ?? null
  return fuelProblem(value) === null ? (value as Fuel | null) : null
}

function entryOf(id: string, cells: Cells): LogEntry {
  const vehicle = cells['vehicle']?.[0] ?? null
  return {
    id,
    task: textIn(cells, 'task'),
    day: textIn(cells, 'day'),
    vehicle: isVehicle(vehicle) ? vehicle : null,
    vin: textIn(cells, 'vin'),
    mileage: distanceIn(cells, 'mileage', 'mileageKm'),
    cost: priceIn(cells, 'cost'),
    fuel: fuelIn(cells),
    notes: textIn(cells, 'notes'),
    every: distanceIn(cells, 'everyMiles', 'everyKm'),
    everyMonths: numberIn(cells, 'everyMonths'),
    kit: textIn(cells, 'kit') || null,
  }
}

/** The entries that were not taken out, the latest day first. */
export function entriesOf(rows: Iterable<{ id: string; cells: Cells }>): LogEntry[] {
  const entries: LogEntry[] = []
  for (const { id, cells } of rows) if (isRowAlive(cells)) entries.push(entryOf(id, cells))
  const mileageOf = ({ mileage }: LogEntry) => (mileage ? milesOf(mileage) : -1)
  return entries.sort(
    (a, b) => b.day.localeCompare(a.day) || mileageOf(b) - mileageOf(a) || a.id.localeCompare(b.id),
  )
}

export interface VehicleLog {
  /** The same for all entries of one vehicle. */
  key: string
  title: string
  vin: string
  /** The latest first. */
  entries: LogEntry[]
  /** The highest that was noted, null when none was. */
  mileage: Distance | null
  /** Of its odometer, where one was read. */
  unit: DistanceUnit | null
  due: Due[]
}

/** A job that comes again. */
export interface Due {
  /** Of the entry that says so. */
  id: string
  task: string
  /** "2027-05-22", null when it is due by distance alone. */
  day: string | null
  at: Distance | null
  state: 'overdue' | 'soon' | 'later'
}

/** Whether it is overdue or due soon. */
export const isUrgent = ({ state }: Due) => state !== 'later'

const SOON_DAYS = 30
const SOON_MILES = 500
const DAY_MS = 86_400_000

const NO_VEHICLE = later('Vehicle not named')

/**
 * The log vehicle by vehicle, those with something due first.
 * @param today "2026-11-22"
 */
export function logByVehicle(entries: readonly LogEntry[], today: string): VehicleLog[] {
  return [...eachVehicleLog(entries, today)].sort(byUrgency)
}

/** The same in no order, one after the other: all of a full log take a while. */
export function* eachVehicleLog(
  entries: readonly LogEntry[],
  today: string,
): Generator<VehicleLog, void> {
  const groups = new Map<string, LogEntry[]>()
  const keyOf = vehicleKeys(entries)
  for (const entry of entries) {
    const key = keyOf(entry)
    const group = groups.get(key)
    // Of a full log a new list for each would be half a second.
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  for (const [key, own] of groups) yield logOf(key, own, today)
}

/** What tells one vehicle from another. */
export type Car = Pick<LogEntry, 'vehicle' | 'vin'>

/**
 * A VIN tells two cars of one model apart. Entries without it are the same car as those with one,
 * as long as there is only one of that title.
 */
function vehicleKeys(entries: readonly Car[]): (car: Car) => string {
  const vins = new Map<string, Set<string>>()
  for (const entry of entries) {
    if (entry.vin === '') continue
    const title = titleOf(entry)
    vins.set(title, (vins.get(title) ?? new Set()).add(entry.vin.toUpperCase()))
  }
  return (car) => {
    if (car.vin !== '') return car.vin.toUpperCase()
    const title = titleOf(car)
    const [vin, ...others] = vins.get(title) ?? []
    return vin !== undefined && others.length === 0 ? vin : title
  }
}

/** What was done to one vehicle, in the order given; nothing for a car without a name and a VIN. */
export function entriesOfVehicle(entries: readonly LogEntry[], car: Car): LogEntry[] {
  if (car.vehicle === null && car.vin === '') return []
  const keyOf = vehicleKeys([...entries, car])
  const key = keyOf(car)
  return entries.filter((entry) => keyOf(entry) === key)
}

/**
 * The log of a car. One without a VIN may be any of its model: where several were logged, it is the
 * logs of them all.
 * @param today "2026-11-22"
 */
export function logsOfCar(entries: readonly LogEntry[], car: Car, today: string): VehicleLog[] {
  const isAnyOfModel = car.vin === '' && car.vehicle !== null
  const own = isAnyOfModel
    ? entries.filter((entry) => titleOf(entry) === titleOf(car))
    : entriesOfVehicle(entries, car)
  return logByVehicle(own, today)
}

const titleOf = ({ vehicle }: Car) =>
  vehicle ? vehicleTitle(vehicle).toLowerCase() : say(NO_VEHICLE)

const farther = (a: Distance | null, b: Distance) => (a && milesOf(a) >= milesOf(b) ? a : b)

function logOf(key: string, entries: LogEntry[], today: string): VehicleLog {
  const mileages = entries.flatMap(({ mileage }) => mileage ?? [])
  const mileage = mileages.reduce<Distance | null>(farther, null)
  const named = entries.find(({ vehicle }) => vehicle)?.vehicle
  return {
    key,
    title: named ? vehicleTitle(named) : say(NO_VEHICLE),
    vin: entries.find(({ vin }) => vin)?.vin ?? '',
    entries,
    mileage,
    unit: unitOf(entries),
    due: dueOf(entries, mileage, today),
  }
}

/** What the latest mileage was read in: a car has one odometer. Null where none was noted. */
export function unitOf(entries: readonly LogEntry[]): DistanceUnit | null {
  return entries.find(({ mileage }) => mileage)?.mileage?.unit ?? null
}

/** Of each job the latest entry says when it comes again. */
function dueOf(entries: readonly LogEntry[], mileage: Distance | null, today: string): Due[] {
  const latest = new Map<string, LogEntry>()
  for (const entry of entries) {
    const key = taskKey(entry.task)
    if (!latest.has(key)) latest.set(key, entry)
  }
  return [...latest.values()]
    .flatMap((entry) => {
      const day = entry.everyMonths === null ? null : addMonths(entry.day, entry.everyMonths)
      const { id, task, mileage: done, every } = entry
      const at = done && every && sumOf(done, every)
      if (day === null && at === null) return []
      return [{ id, task, day, at, state: stateOf(day, at, mileage, today) }]
    })
    .sort((a, b) => RANK[a.state] - RANK[b.state] || a.task.localeCompare(b.task))
}

const RANK = { overdue: 0, soon: 1, later: 2 }

function stateOf(
  day: string | null,
  at: Distance | null,
  mileage: Distance | null,
  today: string,
): Due['state'] {
  const days = day === null ? Infinity : (Date.parse(day) - Date.parse(today)) / DAY_MS
  const left = at && mileage ? milesOf(at) - milesOf(mileage) : Infinity
  if (days < 0 || left <= 0) return 'overdue'
  return days <= SOON_DAYS || left <= SOON_MILES ? 'soon' : 'later'
}

/** Sorts logs: what is overdue first. */
export function byUrgency(a: VehicleLog, b: VehicleLog): number {
  const rank = ({ due }: VehicleLog) => RANK[due[0]?.state ?? 'later']
  return rank(a) - rank(b) || a.title.localeCompare(b.title) || a.key.localeCompare(b.key)
}

/** The day of the device's time zone, "2026-11-22". */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The same day some months later, or the last one of a month that is shorter. */
export function addMonths(day: string, months: number): string | null {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  if (Number.isNaN(last.getTime())) return null
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}
