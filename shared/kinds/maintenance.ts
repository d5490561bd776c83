/** Maintenance log per vehicle: its history, and due jobs. */
import type { Fuel } from './fuel.ts'

import { type Cells, isRowAlive, textIn } from '../cells/cells.ts'
import { groupBy } from '../lists.ts'
import { type Distance, type DistanceUnit, distanceIn, milesOf } from './distance.ts'
import { dueOf, RANK, type Due } from './dueJobs.ts'
import { byReading, readingsOf } from './odometer.ts'
import { isVehicle } from './kit.ts'
import { fuelProblem } from './logEntry.ts'
import type { Price } from '../money/money.ts'
import { type Vehicle, vehicleTitle } from '../vehicles/vehicle.ts'
import { later, say } from '../words/words.ts'

export interface LogEntry {
  id: string
  task: string
  /** "2026-11-22" */
  day: string
  vehicle: Vehicle | null
  vin: string
  mileage: Distance | null
  newOdometer: boolean
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

/** Cost, possibly of a newer version. */
function priceIn(cells: Cells): Price {
  const value = cells['cost']?.[0]
  return typeof value === 'number' || typeof value === 'string' ? value : null
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
    newOdometer: cells['newOdometer']?.[0] === true,
    cost: priceIn(cells),
    fuel: fuelIn(cells),
    notes: textIn(cells, 'notes'),
    every: distanceIn(cells, 'everyMiles', 'everyKm'),
    everyMonths: numberIn(cells, 'everyMonths'),
    kit: textIn(cells, 'kit') || null,
  }
}

/** Entries that are alive, latest day first. */
export function entriesOf(rows: Iterable<{ id: string; cells: Cells }>): LogEntry[] {
  const entries: LogEntry[] = []
  for (const { id, cells } of rows) if (isRowAlive(cells)) entries.push(entryOf(id, cells))
  return entries.sort((a, b) => byReading(a, b) || a.id.localeCompare(b.id))
}

export interface VehicleLog {
  /** Equal for all entries of one vehicle. */
  key: string
  title: string
  vin: string
  /** Latest first. */
  entries: LogEntry[]
  /** Highest odometer reading, null without any. */
  mileage: Distance | null
  /** Odometer unit, null without a reading. */
  unit: DistanceUnit | null
  due: Due[]
}

const NO_VEHICLE = later('Vehicle not named')

/**
 * The log by vehicle, urgent ones first.
 * @param today "2026-11-22"
 */
export function logByVehicle(entries: readonly LogEntry[], today: string): VehicleLog[] {
  return [...eachVehicleLog(entries, today)].sort(byUrgency)
}

/** `logByVehicle` unsorted and lazy: a full log takes a while. */
export function* eachVehicleLog(
  entries: readonly LogEntry[],
  today: string,
): Generator<VehicleLog, void> {
  for (const [key, own] of groupBy(entries, vehicleKeys(entries))) yield logOf(key, own, today)
}

/** Identity of a vehicle. */
export type Car = Pick<LogEntry, 'vehicle' | 'vin'>

/**
 * A VIN separates two cars of one model. Entries without it belong to the car with one, while there
 * is only one of that title.
 */
export function vehicleKeys(entries: readonly Car[]): (car: Car) => string {
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

/** Entries of one vehicle, in input order; empty for a car without name and VIN. */
export function entriesOfVehicle(entries: readonly LogEntry[], car: Car): LogEntry[] {
  if (car.vehicle === null && car.vin === '') return []
  const keyOf = vehicleKeys([...entries, car])
  const key = keyOf(car)
  return entries.filter((entry) => keyOf(entry) === key)
}

/**
 * Logs of a car. Without a VIN it may be any car of its model: then all of theirs.
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
  const readings = readingsOf(entries)
  const mileage = [...readings.values()].reduce<Distance | null>(farther, null)
  const named = entries.find(({ vehicle }) => vehicle)?.vehicle
  return {
    key,
    title: named ? vehicleTitle(named) : say(NO_VEHICLE),
    vin: entries.find(({ vin }) => vin)?.vin ?? '',
    entries,
    mileage,
    unit: unitOf(entries),
    due: dueOf(entries, { readings, mileage, today }),
  }
}

/** Unit of the latest mileage: a car has one odometer. Null without a reading. */
export function unitOf(entries: readonly LogEntry[]): DistanceUnit | null {
  return entries.find(({ mileage }) => mileage)?.mileage?.unit ?? null
}

/** Sorts logs: overdue first. */
export function byUrgency(a: VehicleLog, b: VehicleLog): number {
  const rank = ({ due }: VehicleLog) => RANK[due[0]?.state ?? 'later']
  return rank(a) - rank(b) || a.title.localeCompare(b.title) || a.key.localeCompare(b.key)
}

/** Day in the device's time zone, "2026-11-22". */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
