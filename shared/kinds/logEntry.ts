/**
 * Maintenance log: one entry per job done to a vehicle, or per odometer reading. Belongs to no kit,
 * and outlives the one it was done with. Its owner's alone.
 */

import { dayProblem } from '../day.ts'
import { type CellRule, type KindRule, flag, integer, judged, text } from '../define.ts'
import { isId } from '../ids.ts'
import { MAX_TASK } from './kit.ts'
import { priceProblem } from '../money/money.ts'
import { vehicleProblem } from '../vehicles/vehicle.ts'

/** In miles or kilometers. */
export const MAX_MILEAGE = 9_999_999
export const MAX_EVERY = 500_000
export const MAX_EVERY_MONTHS = 240
export const MAX_LOG_NOTES = 2_000
export const MAX_FUEL = 100_000
/** Limit of entries per owner. */
export const MAX_LOG_ENTRIES = 10_000

const owners = (rule: CellRule): CellRule => ({ ...rule, audience: 'owner' })
const count = (min: number, max: number, code: string) =>
  owners(integer(min, max, code, { nullable: true }))

/** Problem code of a fill-up, see fuel.ts; units of newer versions pass. */
export function fuelProblem(value: unknown): string | null {
  if (value === null) return null
  const { amount, unit, part, missed, ...more } = Object(value) as Record<string, unknown>
  const isFine =
    typeof amount === 'number' &&
    amount > 0 &&
    amount <= MAX_FUEL &&
    unitText.problem(unit) === null &&
    [part, missed].every((mark) => mark === undefined || mark === true) &&
    Object.keys(more).length === 0
  return isFine ? null : 'invalid_fuel'
}
const unitText = text(20, { min: 1 })

export const logRule: KindRule = {
  inKit: false,
  collected: 'deleted',
  insertOnce: false,
  writers: 'owner',
  // Every entry starts with both, and no edit changes `kit`: a collected entry comes back whole,
  // never from an edit's cells alone.
  required: ['task', 'kit'],
  cells: {
    task: text(MAX_TASK, { min: 1 }, 'owner'),
    day: judged(dayProblem, 'owner'),
    vehicle: judged(vehicleProblem, 'owner'),
    vin: text(17, {}, 'owner'),
    /** In miles, and also as typed if in kilometers (distance.ts). */
    mileage: count(0, MAX_MILEAGE, 'invalid_mileage'),
    mileageKm: count(0, MAX_MILEAGE, 'invalid_mileage'),
    /** Cents, or "EUR 12.50": see money.ts. */
    cost: judged(priceProblem, 'owner'),
    notes: text(MAX_LOG_NOTES, {}, 'owner'),
    fuel: judged(fuelProblem, 'owner'),
    /** When the job is due again. */
    everyMiles: count(1, MAX_EVERY, 'invalid_interval'),
    everyKm: count(1, MAX_EVERY, 'invalid_interval'),
    everyMonths: count(1, MAX_EVERY_MONTHS, 'invalid_interval'),
    /** A new odometer, and this is its first reading. */
    newOdometer: owners(flag),
    /** The kit it was done with. */
    kit: judged((value) => (value === null || isId(value) ? null : 'invalid_kit'), 'owner'),
    del: owners(flag),
  },
}
