/**
 * The maintenance log: one entry a job that was done to a vehicle, or a reading of its mileage. It
 * belongs to no kit and outlives the one it was done with. Its owner's alone.
 */
import type { CellRule, KindRule } from './define.ts'

import { dayProblem } from '../day.ts'
import { flag, integer, judged, text } from './define.ts'
import { isId } from '../ids.ts'
import { MAX_TASK } from './kit.ts'
import { priceProblem } from '../money.ts'
import { vehicleProblem } from '../vehicles/vehicle.ts'

/** Of miles or kilometers. */
export const MAX_MILEAGE = 9_999_999
export const MAX_EVERY = 500_000
export const MAX_EVERY_MONTHS = 240
export const MAX_LOG_NOTES = 2_000
export const MAX_FUEL = 100_000
/** So many entries an owner may have. */
export const MAX_LOG_ENTRIES = 10_000

const owners = (rule: CellRule): CellRule => ({ ...rule, audience: 'owner' })
const count = (min: number, max: number, code: string) =>
  owners(integer(min, max, code, { nullable: true }))

/** What is wrong with a fill-up, see fuel.ts: units of newer versions are let be. */
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
  insertOnce: false,
  writers: 'owner',
  // Every entry is begun with both, and no edit changes the second: what was collected meanwhile
  // comes back whole, never by the cells of the edit alone.
  required: ['task', 'kit'],
  cells: {
    task: text(MAX_TASK, { min: 1 }, 'owner'),
    day: judged(dayProblem, 'owner'),
    vehicle: judged(vehicleProblem, 'owner'),
    vin: text(17, {}, 'owner'),
    /** In miles, and as it was typed where that was kilometers (distance.ts). */
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
    /** Another odometer was put in, and the mileage is its first. */
    newOdometer: owners(flag),
    /** The kit it was done with. */
    kit: judged((value) => (value === null || isId(value) ? null : 'invalid_kit'), 'owner'),
    del: owners(flag),
  },
}
