/** A distance driven, or until a job is due: as it was read, in its own unit. */
import type { Cells } from '../cells/cells.ts'
import { t, many } from '../words/words.ts'

export const DISTANCE_UNITS = ['mi', 'km'] as const
export type DistanceUnit = (typeof DISTANCE_UNITS)[number]

export interface Distance {
  value: number
  unit: DistanceUnit
}

/** Exact by definition (NIST Handbook 44, appendix C). */
const KM_PER_MILE = 1.609344

/** Unit that words name: "km", "Miles"; null for any others. */
export function distanceUnitOf(words: string): DistanceUnit | null {
  if (/^(kms?\.?|kilomet(er|re)s?|kil[oó]metros?|kilom[èe]tres?)$/i.test(words)) return 'km'
  return /^(mi\.?|miles?|millas|meilen)$/i.test(words) ? 'mi' : null
}

/** Miles, to compare distances in both units. */
export const milesOf = ({ value, unit }: Distance): number =>
  unit === 'mi' ? value : value / KM_PER_MILE

/** Converts, rounded to a whole number. */
export function inUnit(distance: Distance, unit: DistanceUnit): Distance {
  if (distance.unit === unit) return distance
  const miles = milesOf(distance)
  return { value: Math.round(unit === 'mi' ? miles : miles * KM_PER_MILE), unit }
}

/** In the unit of `a`; exact when both have it. */
export const sumOf = (a: Distance, b: Distance): Distance => ({
  value: a.value + inUnit(b, a.unit).value,
  unit: a.unit,
})

/** "91,200 miles"; when converted, "146,772 km (91,200 miles)". */
export function distanceText(distance: Distance, unit: DistanceUnit | null = null): string {
  const { value, unit: own } = distance
  if (unit && unit !== own) {
    return `${distanceText(inUnit(distance, unit))} (${distanceText(distance)})`
  }
  return own === 'km' ? t('{value} km', { value }) : many(value, '{count} mile', '{count} miles')
}

/** A distance is two cells: miles, and the kilometers as typed, null when miles were typed. */
export function distanceCells(
  distance: Distance | null,
  miles: string,
  km: string,
): Record<string, number | null> {
  if (distance === null) return { [miles]: null, [km]: null }
  return {
    // An interval of 1 km must not round to 0 miles.
    [miles]: Math.max(inUnit(distance, 'mi').value, Math.min(distance.value, 1)),
    [km]: distance.unit === 'km' ? distance.value : null,
  }
}

/** Kilometers that do not match the miles are stale: somebody changed the miles alone. */
export function distanceIn(cells: Cells, miles: string, km: string): Distance | null {
  const [inMiles, inKm] = [cells[miles]?.[0], cells[km]?.[0]]
  if (typeof inMiles !== 'number') return null
  if (typeof inKm === 'number') {
    const typed: Distance = { value: inKm, unit: 'km' }
    if (distanceCells(typed, miles, km)[miles] === inMiles) return typed
  }
  return { value: inMiles, unit: 'mi' }
}
