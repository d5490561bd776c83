/** How far a car has gone, or may go until a job is due again: as somebody read it, in its unit. */
import type { Cells } from '../sync/cells.ts'
import { t, many } from '../words/words.ts'

export const DISTANCE_UNITS = ['mi', 'km'] as const
export type DistanceUnit = (typeof DISTANCE_UNITS)[number]

export interface Distance {
  /** A whole number of the unit. */
  value: number
  unit: DistanceUnit
}

/** Exact by definition (NIST Handbook 44, appendix C). */
const KM_PER_MILE = 1.609344

/** To compare distances of both units by. */
export const milesOf = ({ value, unit }: Distance): number =>
  unit === 'mi' ? value : value / KM_PER_MILE

/** The same in a unit, as a whole number of it. */
export function inUnit(distance: Distance, unit: DistanceUnit): Distance {
  if (distance.unit === unit) return distance
  const miles = milesOf(distance)
  return { value: Math.round(unit === 'mi' ? miles : miles * KM_PER_MILE), unit }
}

/** In the unit of the first, exactly where both have it. */
export const sumOf = (a: Distance, b: Distance): Distance => ({
  value: a.value + inUnit(b, a.unit).value,
  unit: a.unit,
})

/** "91,200 miles"; in another unit than it was typed in "146,772 km (91,200 miles)". */
export function distanceText(distance: Distance, unit: DistanceUnit | null = null): string {
  const { value, unit: own } = distance
  if (unit && unit !== own) {
    return `${distanceText(inUnit(distance, unit))} (${distanceText(distance)})`
  }
  return own === 'km' ? t('{value} km', { value }) : many(value, '{count} mile', '{count} miles')
}

/**
 * A distance is two cells: miles, which every version of the app reads, and the kilometers that were
 * typed, null where miles were.
 */
export function distanceCells(
  distance: Distance | null,
  miles: string,
  km: string,
): Record<string, number | null> {
  if (distance === null) return { [miles]: null, [km]: null }
  return {
    // An interval of one kilometer is no interval of none.
    [miles]: Math.max(inUnit(distance, 'mi').value, Math.min(distance.value, 1)),
    [km]: distance.unit === 'km' ? distance.value : null,
  }
}

/** Kilometers that do not fit the miles were typed before somebody changed these alone. */
export function distanceIn(cells: Cells, miles: string, km: string): Distance | null {
  const [inMiles, inKm] = [cells[miles]?.[0], cells[km]?.[0]]
  if (typeof inMiles !== 'number') return null
  if (typeof inKm === 'number') {
    const typed: Distance = { value: inKm, unit: 'km' }
    if (distanceCells(typed, miles, km)[miles] === inMiles) return typed
  }
  return { value: inMiles, unit: 'mi' }
}
