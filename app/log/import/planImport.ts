/** Plans an import: new entries only, assigned to the chosen vehicles. */
import type { Json } from '#shared/cells/cells.ts'
import type { LogEntry } from '#shared/kinds/maintenance.ts'
import { intervalCells, type EntryVehicle } from '../entry/entryForm.ts'
import type { FileEntry } from './readEntries.ts'

import { distanceCells, inUnit } from '#shared/kinds/distance.ts'
import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'

/** Vehicle of each name in the file; null for an excluded one. */
export type CarChoices = ReadonlyMap<string, EntryVehicle | null>

export interface Planned extends FileEntry {
  vehicle: LogEntry['vehicle']
}

export interface ImportPlan {
  /** To be stored. */
  fresh: Planned[]
  /** In the log already. */
  known: Planned[]
  /** Count over the log's limit. */
  over: number
}

/** @param log existing entries */
export function planImport(
  entries: readonly FileEntry[],
  cars: CarChoices,
  log: readonly LogEntry[],
  { isAgain = false }: { isAgain?: boolean } = {},
): ImportPlan {
  const all = entries.flatMap((entry): Planned[] => {
    const car = cars.get(entry.car)
    return car ? [{ ...entry, vehicle: car.vehicle, vin: entry.vin || car.vin }] : []
  })
  // Duplicates within the file each need a match of their own in the log.
  const free = new Map<string, LogEntry[]>()
  for (const entry of log) {
    const sameDay = free.get(entry.day)
    if (sameDay) sameDay.push(entry)
    else free.set(entry.day, [entry])
  }
  const fresh: Planned[] = []
  const known: Planned[] = []
  for (const entry of all) {
    const sameDay = free.get(entry.day) ?? []
    const at = sameDay.findIndex((one) => isSame(one, entry))
    if (at >= 0) sameDay.splice(at, 1)
    ;(at >= 0 ? known : fresh).push(entry)
  }
  const wanted = isAgain ? all : fresh
  const room = Math.max(0, MAX_LOG_ENTRIES - log.length)
  return { fresh: wanted.slice(0, room), known, over: Math.max(0, wanted.length - room) }
}

/** Same day and odometer, and same money or fuel; without either, same job. */
function isSame(one: LogEntry, other: Planned): boolean {
  if (!isSameCar(one, other) || !isSameMileage(one.mileage, other.mileage)) return false
  if (one.fuel && other.fuel) {
    return Math.abs(one.fuel.amount - other.fuel.amount) < 0.01
  }
  if (one.fuel || other.fuel) return false
  if (one.cost && other.cost) return one.cost === other.cost
  return taskKey(one.task) === taskKey(other.task)
}

function isSameCar(one: LogEntry, other: Planned): boolean {
  if (one.vin && other.vin) return one.vin.toUpperCase() === other.vin.toUpperCase()
  const titleOf = ({ vehicle }: Pick<LogEntry, 'vehicle'>) => vehicle && vehicleTitle(vehicle)
  return titleOf(one) === titleOf(other)
}

/** Whole miles and whole kilometers of the same distance are equal. */
export function isSameMileage(a: LogEntry['mileage'], b: LogEntry['mileage']): boolean {
  if (!a || !b) return a === b
  return Math.abs(inUnit(a, b.unit).value - b.value) <= (a.unit === b.unit ? 0 : 1)
}

export function cellsOf(entry: Planned): Record<string, Json> {
  const { task, day, vehicle, vin, mileage, cost, fuel, notes, newOdometer } = entry
  return {
    kit: null,
    task,
    day,
    vehicle: vehicle && { ...vehicle },
    vin,
    ...distanceCells(mileage, 'mileage', 'mileageKm'),
    cost,
    ...(fuel && { fuel: { ...fuel } }),
    notes,
    ...intervalCells(entry),
    ...(newOdometer && { newOdometer }),
  }
}
