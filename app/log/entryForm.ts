/** The form of a job in the log: what is typed, and what becomes of it. */
import type { Json } from '#shared/sync/cells.ts'
import type { Distance, DistanceUnit } from '#shared/kinds/distance.ts'
import type { Fuel } from '#shared/kinds/fuel.ts'
import type { LogEntry } from '#shared/kinds/maintenance.ts'
import type { Build } from '../kits/open/builds.ts'

import { ownCurrency } from '../device/currency.ts'
import { cleanText } from '#shared/kinds/define.ts'
import { distanceCells, inUnit } from '#shared/kinds/distance.ts'
import { priceSum, totalOf } from '#shared/kinds/priceSum.ts'
import { dayOf, entriesOfVehicle, unitOf } from '#shared/kinds/maintenance.ts'
import { decimalOf, DOLLARS, moneyOf, priceOf } from '#shared/money.ts'
import { sentenceOf } from '#shared/problem.ts'
import { cellProblem } from '#shared/kinds/schema.ts'
import { parseMoney } from '#shared/typedMoney.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'

export interface EntryText {
  task: string
  day: string
  vin: string
  mileage: string
  cost: string
  every: string
  everyMonths: string
  notes: string
}
export type EntryField = keyof EntryText | 'fuel'

/** A fill-up as it is typed. */
export interface FuelText {
  amount: string
  unit: string
  isPart: boolean
  isMissed: boolean
}

/** A vehicle as the log tells it from others. */
export type EntryVehicle = Pick<LogEntry, 'vehicle' | 'vin'> & {
  /** Of its odometer, where one was read. */
  unit?: DistanceUnit | null
}

/** Which entry or kit the form is about. */
export interface EntrySource {
  text: EntryText
  /** Of its distances. */
  unit: DistanceUnit
  /** Of the cost; absent for dollars. */
  currency?: string
  vehicle: LogEntry['vehicle']
  kit: string | null
  /** Left out where none is asked for. */
  fuel?: FuelText
}

const shown = (value: number | null | undefined) => String(value ?? '')
const shownIn = (distance: Distance | null | undefined, unit: DistanceUnit) =>
  shown(distance && inUnit(distance, unit).value)

/**
 * The form of an entry that is there.
 * @param usual the unit of distances where it has none
 */
export function sourceOfEntry(entry: LogEntry, usual: DistanceUnit): EntrySource {
  const { vehicle, vin, task, day, notes, kit, mileage, every } = entry
  const unit = (mileage ?? every)?.unit ?? usual
  const cost = moneyOf(entry.cost)
  const text = {
    task,
    day,
    vin,
    notes,
    mileage: shownIn(mileage, unit),
    // What this version cannot read stays as it is.
    cost: cost ? decimalOf(cost) : String(entry.cost ?? ''),
    every: shownIn(every, unit),
    everyMonths: shown(entry.everyMonths),
  }
  return {
    text,
    unit,
    ...(cost && { currency: cost.currency }),
    vehicle,
    kit,
    ...(entry.fuel && { fuel: fuelTextOf(entry.fuel) }),
  }
}

const fuelTextOf = ({ amount, unit, part, missed }: Fuel): FuelText => ({
  amount: String(amount),
  unit,
  isPart: part === true,
  isMissed: missed === true,
})

/** A fill-up nobody typed yet. @param unit what the last one was measured in */
export const blankFuel = (unit: string): FuelText => ({
  amount: '',
  unit,
  isPart: false,
  isMissed: false,
})

/** An empty form, for a vehicle where one is meant. */
export function blankSource(now: number, unit: DistanceUnit, like?: EntryVehicle): EntrySource {
  const vehicle = like?.vehicle ?? null
  const text = {
    task: '',
    day: dayOf(now),
    vin: like?.vin ?? '',
    mileage: '',
    cost: '',
    notes: '',
    every: '',
    everyMonths: '',
  }
  return { text, unit, currency: ownCurrency(), vehicle, kit: null }
}

/** A form that knows what the kit knows, and when such a job was due the last time. */
export function sourceOfKit(
  { kit, vin }: Pick<Build, 'kit' | 'vin'>,
  entries: readonly LogEntry[],
  now: number,
  usual: DistanceUnit,
): EntrySource {
  const car = { vehicle: kit.vehicle, vin }
  const unit = unitOf(entriesOfVehicle(entries, car)) ?? usual
  const blank = blankSource(now, unit, car)
  const titleOf = (vehicle: LogEntry['vehicle']) => vehicle && vehicleTitle(vehicle)
  const before = entries.find(
    ({ task, vehicle }) =>
      taskKey(task) === taskKey(kit.task) && titleOf(vehicle) === titleOf(kit.vehicle),
  )
  // Amounts of two currencies without a rate are no sum.
  const total = totalOf(priceSum(kit.lines, kit))
  const text = {
    ...blank.text,
    task: kit.task,
    cost: total && total.minor > 0 ? decimalOf(total) : '',
    every: shownIn(before?.every, unit),
    everyMonths: shown(before?.everyMonths),
  }
  return { ...blank, text, currency: kit.currency ?? DOLLARS, kit: kit.id }
}

export type ReadEntry =
  | { cells: Record<string, Json>; errors?: never }
  | { errors: Partial<Record<EntryField, string>>; cells?: never }

/**
 * Reads what was typed: the cells to store, or a sentence for each field that is wrong.
 * @param before the entry that is changed: a distance that nobody typed anew keeps its unit
 */
export function readEntry(
  { text, unit, currency = DOLLARS, vehicle, kit, fuel }: EntrySource,
  before?: LogEntry,
): ReadEntry {
  const errors: Partial<Record<EntryField, string>> = {}
  const cells: Record<string, Json> = { kit }
  const put = (field: EntryField, value: Json) => {
    const code = cellProblem('log', field, value)
    if (code !== null) errors[field] = sentenceOf(code)
    cells[field] = value
  }
  put('task', cleanText(text.task.trim()))
  put('day', text.day)
  put('vin', cleanText(text.vin.trim().toUpperCase()))
  put('notes', cleanText(text.notes.trim()))
  put('everyMonths', wholeNumber(text.everyMonths))
  for (const [field, miles, km] of DISTANCES) {
    const value = wholeNumber(text[field])
    const typed = value === null ? null : { value, unit }
    const kept = before?.[field]
    const isKept = kept && typed && inUnit(kept, unit).value === value
    const stored = distanceCells(isKept ? kept : typed, miles, km)
    for (const [cell, each] of Object.entries(stored)) {
      const code = cellProblem('log', cell, each)
      if (code !== null) errors[field] = sentenceOf(code)
    }
    Object.assign(cells, stored)
  }
  const typed = text.cost.trim()
  const cost = parseMoney(typed, { currency, locale: navigator.language })
  if (typed === '') put('cost', null)
  else if (typed === before?.cost) cells['cost'] = typed
  else if ('problem' in cost) errors.cost = cost.sentence
  else put('cost', priceOf(cost.money))
  if (fuel) put('fuel', fuelValue(fuel))
  cells['vehicle'] = vehicle && { ...vehicle }
  return Object.keys(errors).length > 0 ? { errors } : { cells }
}

/** The fields of distances, and the cells they are stored in. */
const DISTANCES = [
  ['mileage', 'mileage', 'mileageKm'],
  ['every', 'everyMiles', 'everyKm'],
] as const

/** "45,12" or "45.12"; what is no number stays one that the rule refuses. */
function fuelValue({ amount, unit, isPart, isMissed }: FuelText): Json {
  const digits = amount.trim().replace(',', '.')
  if (digits === '') return null
  return {
    amount: /^\d{1,6}(\.\d{1,4})?$/.test(digits) ? Number(digits) : 0,
    unit,
    ...(isPart && { part: true }),
    ...(isMissed && { missed: true }),
  }
}

/** "91,200" as people write it; what is no number stays one that every rule refuses. */
function wholeNumber(text: string): number | null {
  const digits = text.trim().replaceAll(/(?<=\d)[, ](?=\d{3}\b)/g, '')
  if (digits === '') return null
  return /^\d{1,12}$/.test(digits) ? Number(digits) : -1
}
