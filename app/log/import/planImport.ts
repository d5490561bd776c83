/** Plans an import: new entries only, assigned to the chosen vehicles. */
import type { Json } from '#shared/cells/cells.ts'
import { intervalCells, type EntryVehicle } from '../entry/entryForm.ts'
import type { FileEntry } from './readEntries.ts'

import { distanceCells, distanceText, inUnit } from '#shared/kinds/distance.ts'
import { groupBy } from '#shared/lists.ts'
import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { type LogEntry, vehicleKeys } from '#shared/kinds/maintenance.ts'
import { oddReadings, type Read } from '#shared/kinds/odometer.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { t } from '#shared/words/words.ts'

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
  /** Entries whose mileage contradicts another of their car, which is in the file or in the log. */
  odd: ReadonlyMap<Read, Read>
  /** Entries that begin a new odometer, if one was replaced. */
  starts: ReadonlyMap<Read, boolean>
  /** Answer unless somebody gives another; null where that is asked. */
  guess: OddAnswer | null
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
  const keyOf = vehicleKeys([...all, ...log])
  const placeOf = (one: LogEntry | Planned) => `${one.day} ${keyOf(one)}`
  // Duplicates within the file each need a match of their own in the log.
  const free = groupBy(log, placeOf)
  const isKnown = (entry: Planned) => {
    const near = free.get(placeOf(entry)) ?? []
    const at = near.findIndex((one) => isSame(one, entry))
    if (at >= 0) near.splice(at, 1)
    return at >= 0
  }
  const known = new Set(all.filter(isKnown))
  const isWanted = (entry: Planned) => isAgain || !known.has(entry)
  const byCar = () => {
    const stored = groupBy(log, keyOf)
    const ofFile = [...groupBy(all.filter(isWanted), keyOf)]
    return ofFile.map(([key, own]) => ({ stored: stored.get(key) ?? [], own }))
  }
  // Mileages that were left out when they were imported before.
  for (const { stored, own } of byCar())
    for (const entry of oddReadings<LogEntry | Planned>(stored, own).odd.keys())
      if ('row' in entry && isKnown({ ...entry, mileage: null })) known.add(entry)
  const logs = byCar()
  const judged = logs.map(({ stored, own }) => oddReadings<Read>(stored, own))
  const starts = new Map(judged.flatMap((one) => [...one.starts]))
  const isReplaced = logs.every(({ stored, own }) => {
    const marked = own.map((one) => ({ ...one, newOdometer: starts.get(one) ?? one.newOdometer }))
    return oddReadings<Read>(stored, marked).odd.size === 0
  })
  const wanted = all.filter(isWanted)
  const room = Math.max(0, MAX_LOG_ENTRIES - log.length)
  return {
    fresh: wanted.slice(0, room),
    known: [...known],
    over: Math.max(0, wanted.length - room),
    odd: new Map(judged.flatMap((one) => [...one.odd])),
    starts,
    guess: isReplaced ? 'replaced' : null,
  }
}

/** Answers to mileages that contradict others. */
export type OddAnswer = 'keep' | 'leave' | 'replaced'

/** Entries as stored, by what becomes of the odd mileages. */
export const settled = ({ fresh, odd, starts }: ImportPlan, answer: OddAnswer | null): Planned[] =>
  fresh.map((entry) => {
    const { mileage, notes } = entry
    if (answer === 'replaced' && starts.has(entry)) return { ...entry, newOdometer: true }
    if (answer !== 'leave' || !mileage || !odd.has(entry)) return entry
    const left = `${t('Mileage')}: ${distanceText(mileage)}`
    return { ...entry, mileage: null, notes: [notes, left].filter(Boolean).join('\n') }
  })

/** Same odometer, and same money or fuel; without either, same job. */
function isSame(one: LogEntry, other: Planned): boolean {
  if (!isSameMileage(one.mileage, other.mileage)) return false
  if (one.fuel && other.fuel) {
    return Math.abs(one.fuel.amount - other.fuel.amount) < 0.01
  }
  if (one.fuel || other.fuel) return false
  if (one.cost && other.cost) return one.cost === other.cost
  return taskKey(one.task) === taskKey(other.task)
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
