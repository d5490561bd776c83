/** Form of a log entry: its text and its values. */
import type { Fuel } from '#shared/kinds/fuel.ts'
import type { Build } from '../../data/kits/open/builds.ts'

import { browserLocale } from '../../data/device/browserLocale.ts'
import { ownCurrency } from '../../data/device/currency.ts'
import { type Distance, type DistanceUnit, distanceCells, inUnit } from '#shared/kinds/distance.ts'
import { totalOf } from '#shared/kinds/priceSum.ts'
import { sumOf } from '../../data/kits/open/sumOf.ts'
import { type LogEntry, dayOf, entriesOfVehicle, unitOf } from '#shared/kinds/maintenance.ts'
import { type Interval, entriesOfJob, hasInterval } from '#shared/kinds/dueJobs.ts'
import { DOLLARS, moneyOf, typedAmount } from '#shared/money/money.ts'
import { typedNumber } from '#shared/money/typedNumber.ts'

const BLANK = {
  task: '',
  day: '',
  vin: '',
  mileage: '',
  cost: '',
  every: '',
  everyMonths: '',
  notes: '',
}
export type EntryText = typeof BLANK
export type EntryField = keyof EntryText | 'fuel'

/** Fill-up as typed. */
export interface FuelText {
  amount: string
  unit: string
  isPart: boolean
  isMissed: boolean
}

/** Identity of a vehicle in the log. */
export type EntryVehicle = Pick<LogEntry, 'vehicle' | 'vin'> & {
  /** Odometer unit, if known. */
  unit?: DistanceUnit | null
}

/** Initial values of the form. */
export interface EntrySource {
  text: EntryText
  /** Unit of its distances. */
  unit: DistanceUnit
  /** Currency of the cost; absent for dollars. */
  currency?: string
  vehicle: LogEntry['vehicle']
  kit: string | null
  /** Absent for jobs other than fill-ups. */
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
 * Form of an existing entry.
 * @param usual unit of distances where it has none
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
    // Unreadable values of a newer version stay as they are.
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
  amount: typedNumber(amount, browserLocale()),
  unit,
  isPart: part === true,
  isMissed: missed === true,
})

/** An empty fill-up. @param unit of the last one */
export const blankFuel = (unit: string): FuelText => ({
  amount: '',
  unit,
  isPart: false,
  isMissed: false,
})

/** An empty form, with a vehicle if given. */
export function blankSource(now: number, unit: DistanceUnit, like?: EntryVehicle): EntrySource {
  const vehicle = like?.vehicle ?? null
  const text = { ...BLANK, day: dayOf(now), vin: like?.vin ?? '' }
  return { text, unit, currency: ownCurrency(), vehicle, kit: null }
}

/** Form prefilled from the kit, and from the job's last interval. */
export function sourceOfKit(
  build: Pick<Build, 'kit' | 'vin' | 'drafts'>,
  entries: readonly LogEntry[],
  now: number,
  usual: DistanceUnit,
): EntrySource {
  const { kit, vin } = build
  const car = { vehicle: kit.vehicle, vin }
  const own = entriesOfVehicle(entries, car)
  const unit = unitOf(own) ?? usual
  const blank = blankSource(now, unit, car)
  const before = entriesOfJob(own, kit.task).find(hasInterval)
  // Two currencies without a rate have no sum, nor has a quantity that is no number.
  const total = totalOf(sumOf(build))
  const text = {
    ...blank.text,
    task: kit.task,
    cost: total && total.minor > 0 ? typedAmount(total, browserLocale()) : '',
    every: shownIn(before?.every, unit),
    everyMonths: shown(before?.everyMonths),
  }
  return { ...blank, text, currency: kit.currency ?? DOLLARS, kit: kit.id }
}
