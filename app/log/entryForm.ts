/** The form of a job in the log: what is typed, and what becomes of it. */
import type { Distance, DistanceUnit } from '#shared/kinds/distance.ts'
import type { Fuel } from '#shared/kinds/fuel.ts'
import type { LogEntry } from '#shared/kinds/maintenance.ts'
import type { Interval } from '#shared/kinds/dueJobs.ts'
import type { Build } from '../kits/open/builds.ts'

import { browserLocale } from '../device/browserLocale.ts'
import { ownCurrency } from '../device/currency.ts'
import { distanceCells, inUnit } from '#shared/kinds/distance.ts'
import { priceSum, totalOf } from '#shared/kinds/priceSum.ts'
import { dayOf, entriesOfVehicle, unitOf } from '#shared/kinds/maintenance.ts'
import { entriesOfJob, hasInterval } from '#shared/kinds/dueJobs.ts'
import { DOLLARS, moneyOf, typedAmount } from '#shared/money.ts'

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

export const NO_INTERVAL: Interval = { every: null, everyMonths: null }
export const intervalCells = ({ every, everyMonths }: Interval) => ({
  ...distanceCells(every, 'everyMiles', 'everyKm'),
  everyMonths,
})

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
    cost: cost ? typedAmount(cost, browserLocale()) : String(entry.cost ?? ''),
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
  const own = entriesOfVehicle(entries, car)
  const unit = unitOf(own) ?? usual
  const blank = blankSource(now, unit, car)
  const before = entriesOfJob(own, kit.task).find(hasInterval)
  // Amounts of two currencies without a rate are no sum.
  const total = totalOf(priceSum(kit.lines, kit))
  const text = {
    ...blank.text,
    task: kit.task,
    cost: total && total.minor > 0 ? typedAmount(total, browserLocale()) : '',
    every: shownIn(before?.every, unit),
    everyMonths: shown(before?.everyMonths),
  }
  return { ...blank, text, currency: kit.currency ?? DOLLARS, kit: kit.id }
}
