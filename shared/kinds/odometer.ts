/** A car's odometer readings, with replaced odometers and typing errors. */
import { type Distance, inUnit, milesOf } from './distance.ts'

/** Odometer fields of a log entry. */
export interface Read {
  /** "2026-11-22" */
  day: string
  mileage: Distance | null
  /** A new odometer, and this is its first reading. */
  newOdometer: boolean
}
type Known<T extends Read> = T & { mileage: Distance }

const isKnown = <T extends Read>(one: T): one is Known<T> => one.mileage !== null

/**
 * Each reading as today's odometer would show it. A drop to less than half means a new odometer. A
 * reading far off two neighbors that fit each other is a typo and left out.
 * @param entries of one car, latest first
 */
export function readingsOf<T extends Read>(entries: readonly T[]): Map<T, Distance> {
  const known = entries.filter(isKnown)
  const shown = new Map<T, Distance>()
  let shift = 0
  let newer: Known<T> | undefined
  known.forEach((one, at) => {
    if (isSlip(known[at + 1], one, known[at - 1])) return
    const { value, unit } = one.mileage
    const less = newer ? milesOf(one.mileage) - milesOf(newer.mileage) : 0
    if (newer?.newOdometer || less > milesOf(one.mileage) / 2) shift += less
    shown.set(one, {
      value: value - Math.round(inUnit({ value: shift, unit: 'mi' }, unit).value),
      unit,
    })
    newer = one
  })
  return shown
}

function isSlip(before: Read | undefined, one: Known<Read>, after: Read | undefined): boolean {
  if (!before?.mileage || !after?.mileage || one.newOdometer || after.newOdometer) return false
  const [low, at, high] = [milesOf(before.mileage), milesOf(one.mileage), milesOf(after.mileage)]
  return low <= high && (at < low / 2 || at > high * 2)
}

/** Rounding: whole miles and whole kilometers of the same distance. */
const SLACK_MILES = 1
/** Plausible between two readings, even if ten times the first. */
const MOST_MILES = 10_000

/**
 * The entry a reading contradicts: it is below the one before or ten times that, or above the next
 * one. Null when it fits.
 * @param entries of one car, latest first
 */
export function oddBeside<T extends Read>(
  entries: readonly T[],
  day: string,
  mileage: Distance,
): Known<T> | null {
  const known = entries.filter(isKnown)
  const before = known.find((one) => one.day <= day)
  const after = known.findLast((one) => one.day > day)
  const at = milesOf(mileage)
  if (before) {
    const last = milesOf(before.mileage)
    if (at + SLACK_MILES < last || (at >= last * 10 && at - last > MOST_MILES)) return before
  }
  const isBelow = after && !after.newOdometer && milesOf(after.mileage) + SLACK_MILES < at
  return isBelow && !(before && milesOf(after.mileage) < milesOf(before.mileage)) ? after : null
}
