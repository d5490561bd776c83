/** Fill-ups as read at the pump, and the consumption between them. */

import { numberText, tenthsText } from '../words/words.ts'
import { type Distance, type DistanceUnit, inUnit } from './distance.ts'
import { readingsOf, type Read } from './odometer.ts'

export interface Fuel {
  amount: number
  /** One of FUEL_UNITS; an unknown unit of a newer version is shown as it is. */
  unit: string
  /** The tank was not filled up. */
  part?: true
  /** A fill-up before it is missing from the log. */
  missed?: true
}

/** Liters per unit, exact by definition (NIST Handbook 44; UK Units of Measurement Regulations). */
const LITERS: Record<string, number> = { L: 1, 'US gal': 3.785411784, 'imp gal': 4.54609 }
const KWH = 'kWh'
export const FUEL_UNITS = [...Object.keys(LITERS), KWH]

/** Unit that words name, in this log's spelling; null for others, as for a gallon of two sizes. */
export function fuelUnitOf(words: string): string | null {
  if (/^(l|lt?rs?|lit(er|re)s?|litros?)$/i.test(words)) return 'L'
  if (/^us[ _]?gal(lons?)?$|^gal(lons?)? \(us\)$/i.test(words)) return 'US gal'
  if (/^(imp|uk)[ _]?gal(lons?)?$|^gal(lons?)? \((imp|uk)\)$/i.test(words)) return 'imp gal'
  return FUEL_UNITS.find((unit) => unit.toLowerCase() === words.toLowerCase()) ?? null
}

/** Whether words name a gallon of two sizes. */
export const isGallon = (words: string): boolean => /^gal(lons?)?$/i.test(words)

/** "45.12 L" */
export const fuelText = ({ amount, unit }: Fuel): string => `${numberText(amount)} ${unit}`

/** Converts to another unit; null when they are incompatible. */
export function fuelIn(fuel: Fuel, unit: string): Fuel | null {
  if (fuel.unit === unit) return fuel
  const [from, to] = [LITERS[fuel.unit], LITERS[unit]]
  if (from === undefined || to === undefined) return null
  return { ...fuel, unit, amount: Number(((fuel.amount * from) / to).toFixed(3)) }
}

/** Fill-up fields of a log entry. */
export interface FillUp extends Read {
  id: string
  fuel: Fuel | null
}

/**
 * Consumption between full tanks, in words: "7.2 L/100 km", "31.4 mpg". Nothing for a stretch with
 * a missing fill-up, or for an unknown unit. A plug-in hybrid has fuel and electricity separately.
 * @param entries of one car, latest first
 */
export function consumptions(entries: readonly FillUp[]): Map<string, string> {
  const said = new Map<string, string>()
  const readings = readingsOf(entries)
  for (const isOfKind of [isLiquid, isPower]) {
    let from: Distance | null = null
    let used = 0
    for (const entry of entries.toReversed()) {
      const { id, fuel } = entry
      const mileage = readings.has(entry) ? entry.mileage : null
      if (entry.newOdometer) from = null
      if (!fuel || !isOfKind(fuel)) continue
      if (fuel.missed) from = null
      used += fuel.amount * (LITERS[fuel.unit] ?? 1)
      // A full tank without mileage ends no stretch.
      if (fuel.part || !mileage) continue
      const way = from && mileage.value - inUnit(from, mileage.unit).value
      if (way !== null && way > 0) said.set(id, perWay(used, fuel.unit, way, mileage.unit))
      from = mileage
      used = 0
    }
  }
  return said
}

const isLiquid = ({ unit }: Fuel) => Object.hasOwn(LITERS, unit)
const isPower = ({ unit }: Fuel) => unit === KWH

/** @param used liters, or kilowatt hours */
function perWay(used: number, unit: string, way: number, distance: DistanceUnit): string {
  const per100 = tenthsText((used / way) * 100)
  if (unit === KWH) {
    return distance === 'mi' ? `${tenthsText(way / used)} mi/kWh` : `${per100} kWh/100 km`
  }
  if (distance === 'km') return `${per100} L/100 km`
  // Miles with liters means the United Kingdom.
  const gallon = unit === 'US gal' ? unit : 'imp gal'
  const miles = tenthsText((way / used) * (LITERS[gallon] ?? 1))
  return `${miles} ${gallon === 'US gal' ? 'mpg' : 'mpg (imp)'}`
}
