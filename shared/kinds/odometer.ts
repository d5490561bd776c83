/** A car's odometer readings, with replaced odometers and typing errors. */
import { longestChain } from '../lists.ts'
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
/** A new odometer shows less than this part of the one before. */
const NEAR_ZERO = 1 / 20

const isBelow = (one: Known<Read>, before: Known<Read>) =>
  !one.newOdometer && milesOf(one.mileage) + SLACK_MILES < milesOf(before.mileage)

/** Whether it is neither below the one before nor ten times that. */
function follows(one: Known<Read>, before: Known<Read>): boolean {
  const [last, at] = [milesOf(before.mileage), milesOf(one.mileage)]
  const isSlip = at >= last * 10 && at - last > MOST_MILES
  return one.newOdometer || !(isSlip || isBelow(one, before))
}

/** Latest first; within a day, whose order is unknown, the highest, and a new odometer before it. */
export const byReading = (a: Read, b: Read): number =>
  b.day.localeCompare(a.day) ||
  Number(b.newOdometer) - Number(a.newOdometer) ||
  (b.mileage ? milesOf(b.mileage) : -1) - (a.mileage ? milesOf(a.mileage) : -1)

/** Whether it surely begins a new odometer: near zero, from which the next reading goes on. */
const isStart = (one: Known<Read>, before: Known<Read>, after?: Known<Read>): boolean =>
  milesOf(one.mileage) < milesOf(before.mileage) * NEAR_ZERO &&
  Boolean(after && isBelow(after, before) && !isBelow(after, one))

export interface OddReadings<T extends Read> {
  /** Each with a reading that it contradicts. */
  odd: Map<T, Known<T>>
  /** New ones at which the odometer falls, and so begins if it was replaced; whether that is sure. */
  starts: Map<T, boolean>
}

/**
 * New readings that contradict others of their car: below one of an earlier day or ten times it, or
 * the reverse with a later day. As few as possible: without them all fit.
 * @param stored of the car, which stay; they may contradict each other
 */
export function oddReadings<T extends Read>(
  stored: readonly T[],
  fresh: readonly T[],
): OddReadings<T> {
  const odd = new Map<T, Known<T>>()
  const starts = new Map<T, boolean>()
  const isNew = new Set(fresh)
  const all = [...stored, ...fresh].filter(isKnown).toSorted((a, b) => byReading(b, a))
  let before: Known<T> | undefined
  let between: Known<T>[] = []
  /** Judges the new ones between two that stay. */
  const settle = (after?: Known<T>) => {
    const end = before && after && !follows(after, before) ? undefined : after
    const fits = between.filter(
      (one) => (!before || follows(one, before)) && (!end || follows(end, one)),
    )
    const chain = longestChain(fits.toReversed(), (one, later) => follows(later, one))
    for (const one of between) {
      const isOff = before && !follows(one, before)
      const beside = isOff
        ? before
        : [chain[0], after].find((later) => later && !follows(later, one))
      if (one === chain[0]) before = chain.shift()
      else if (beside) odd.set(one, beside)
    }
    between = []
    before = after
  }
  for (const [at, one] of all.entries()) {
    const last = all[at - 1]
    if (last && isNew.has(one) && isBelow(one, last))
      starts.set(one, isStart(one, last, all[at + 1]))
    if (isNew.has(one) && !one.newOdometer) between.push(one)
    else settle(one)
  }
  settle()
  return { odd, starts }
}
