/** Form of a log entry: what is typed into it. */
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
  notes: '',
  mileage: '',
  cost: '',
  every: '',
  everyMonths: '',
  fuel: '',
}
export type EntryField = keyof typeof BLANK

export type EntryValues = Record<EntryField, string> & {
  /** Unit of its distances. */
  unit: DistanceUnit
  /** Currency of the cost. */
  currency: string
  vehicle: LogEntry['vehicle']
  kit: string | null
  /** '' for jobs other than fill-ups. */
  fuelUnit: string
  isPart: boolean
  isMissed: boolean
}

/** Identity of a vehicle in the log. */
export type EntryVehicle = Pick<LogEntry, 'vehicle' | 'vin'> & {
  /** Odometer unit, if known. */
  unit?: DistanceUnit | null
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
export function valuesOfEntry(entry: LogEntry, usual: DistanceUnit): EntryValues {
  const { vehicle, vin, task, day, notes, kit, mileage, every, everyMonths, fuel } = entry
  const unit = (mileage ?? every)?.unit ?? usual
  const cost = moneyOf(entry.cost)
  return {
    task,
    day,
    vin,
    notes,
    mileage: shownIn(mileage, unit),
    // Unreadable values of a newer version stay as they are.
    cost: cost ? typedAmount(cost, browserLocale()) : String(entry.cost ?? ''),
    every: shownIn(every, unit),
    everyMonths: shown(everyMonths),
    unit,
    currency: cost?.currency ?? DOLLARS,
    vehicle,
    kit,
    fuel: fuel ? typedNumber(fuel.amount, browserLocale()) : '',
    fuelUnit: fuel?.unit ?? '',
    isPart: fuel?.part === true,
    isMissed: fuel?.missed === true,
  }
}

/** An empty form, with a vehicle if given. */
export function blankValues(now: number, unit: DistanceUnit, like?: EntryVehicle): EntryValues {
  const fuel = { fuelUnit: '', isPart: false, isMissed: false }
  const { vehicle = null, vin = '' } = like ?? {}
  const currency = ownCurrency()
  return { ...BLANK, ...fuel, day: dayOf(now), vin, unit, currency, vehicle, kit: null }
}

/** Form prefilled from the kit, and from the job's last interval. */
export function valuesOfKit(
  build: Pick<Build, 'kit' | 'vin' | 'drafts'>,
  entries: readonly LogEntry[],
  now: number,
  usual: DistanceUnit,
): EntryValues {
  const { kit, vin } = build
  const car = { vehicle: kit.vehicle, vin }
  const own = entriesOfVehicle(entries, car)
  const unit = unitOf(own) ?? usual
  const before = entriesOfJob(own, kit.task).find(hasInterval)
  // Two currencies without a rate have no sum, nor has a quantity that is no number.
  const total = totalOf(sumOf(build))
  return {
    ...blankValues(now, unit, car),
    task: kit.task,
    cost: total && total.minor > 0 ? typedAmount(total, browserLocale()) : '',
    every: shownIn(before?.every, unit),
    everyMonths: shown(before?.everyMonths),
    currency: kit.currency ?? DOLLARS,
    kit: kit.id,
  }
}
