/** What the odometer of a car has shown, also where it was replaced, or a reading was a slip. */
import { type Distance, inUnit, milesOf } from './distance.ts'

/** What an entry of the log read. */
export interface Read {
  /** "2026-11-22" */
  day: string
  mileage: Distance | null
  /** Another one was put in, and this is its first reading. */
  newOdometer: boolean
}
type Known<T extends Read> = T & { mileage: Distance }

const isKnown = <T extends Read>(one: T): one is Known<T> => one.mileage !== null

/**
 * What each entry read, as the odometer of today would show it. One that shows less than half of
 * what it did is another one. A reading far from the two beside it, which fit each other, is a slip
 * and left out.
 * @param entries of one car, the latest first
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

/** As whole miles and whole kilometers of one way are the same. */
const SLACK_MILES = 1
/** Less may be driven between two readings, also where it is ten times the first. */
const MOST_MILES = 10_000

/**
 * The entry that a reading does not follow: it is lower than the one before it or ten times that, or
 * higher than the next. Null where it follows.
 * @param entries of one car, the latest first
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
