/** The form of a job in the log: what is typed, and what becomes of it. */
import type { Json } from '#shared/sync/cells.ts'
import type { LogEntry } from '#shared/kinds/maintenance.ts'
import type { Build } from '../kits/open/builds.ts'

import { cleanText } from '#shared/kinds/define.ts'
import { kitTotalCents } from '#shared/kinds/kit.ts'
import { dayOf } from '#shared/kinds/maintenance.ts'
import { centsToDecimal, parseCents } from '#shared/money.ts'
import { sentenceOf } from '#shared/problem.ts'
import { cellProblem } from '#shared/kinds/schema.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'

export interface EntryText {
  task: string
  day: string
  vin: string
  mileage: string
  cost: string
  everyMiles: string
  everyMonths: string
  notes: string
}
export type EntryField = keyof EntryText

/** A vehicle as the log tells it from others. */
export type EntryVehicle = Pick<LogEntry, 'vehicle' | 'vin'>

/** Which entry or kit the form is about. */
export interface EntrySource {
  text: EntryText
  vehicle: LogEntry['vehicle']
  kit: string | null
}

const shown = (value: number | null) => (value === null ? '' : String(value))

/** The form of an entry that is there. */
export function sourceOfEntry(entry: LogEntry): EntrySource {
  const { vehicle, vin, task, day, notes, kit } = entry
  const text = {
    task,
    day,
    vin,
    notes,
    mileage: shown(entry.mileage),
    cost: entry.cost === null ? '' : centsToDecimal(entry.cost),
    everyMiles: shown(entry.everyMiles),
    everyMonths: shown(entry.everyMonths),
  }
  return { text, vehicle, kit }
}

/** An empty form, for a vehicle where one is meant. */
export function blankSource(now: number, like?: EntryVehicle): EntrySource {
  const vehicle = like?.vehicle ?? null
  const text = {
    task: '',
    day: dayOf(now),
    vin: like?.vin ?? '',
    mileage: '',
    cost: '',
    notes: '',
    everyMiles: '',
    everyMonths: '',
  }
  return { text, vehicle, kit: null }
}

/** A form that knows what the kit knows, and when such a job was due the last time. */
export function sourceOfKit(
  { kit, vin }: Pick<Build, 'kit' | 'vin'>,
  entries: readonly LogEntry[],
  now: number,
): EntrySource {
  const blank = blankSource(now, { vehicle: kit.vehicle, vin })
  const titleOf = (vehicle: LogEntry['vehicle']) => vehicle && vehicleTitle(vehicle)
  const before = entries.find(
    ({ task, vehicle }) =>
      taskKey(task) === taskKey(kit.task) && titleOf(vehicle) === titleOf(kit.vehicle),
  )
  const total = kitTotalCents(kit.lines)
  const text = {
    ...blank.text,
    task: kit.task,
    cost: total > 0 ? centsToDecimal(total) : '',
    everyMiles: shown(before?.everyMiles ?? null),
    everyMonths: shown(before?.everyMonths ?? null),
  }
  return { ...blank, text, kit: kit.id }
}

export type ReadEntry =
  | { cells: Record<string, Json>; errors?: never }
  | { errors: Partial<Record<EntryField, string>>; cells?: never }

/** Reads what was typed: the cells to store, or a sentence for each field that is wrong. */
export function readEntry({ text, vehicle, kit }: EntrySource): ReadEntry {
  const errors: Partial<Record<EntryField, string>> = {}
  const cells: Record<string, Json> = { kit }
  const put = (field: EntryField, value: Json) => {
    const code = cellProblem('log', field, value)
    if (code !== null) errors[field] = sentenceOf(code)
    cells[field] = value
  }
  put('task', cleanText(text.task.trim()))
  put('day', text.day)
  put('vin', cleanText(text.vin.trim().toUpperCase()))
  put('notes', cleanText(text.notes.trim()))
  for (const field of ['mileage', 'everyMiles', 'everyMonths'] as const) {
    put(field, wholeNumber(text[field]))
  }
  const cost = text.cost.trim() === '' ? { cents: null } : parseCents(text.cost)
  if ('problem' in cost) errors.cost = sentenceOf(cost.problem)
  else put('cost', cost.cents)
  cells['vehicle'] = vehicle && { ...vehicle }
  return Object.keys(errors).length > 0 ? { errors } : { cells }
}

/** "91,200" as people write it; what is no number stays one that every rule refuses. */
function wholeNumber(text: string): number | null {
  const digits = text.trim().replaceAll(/(?<=\d)[, ](?=\d{3}\b)/g, '')
  if (digits === '') return null
  return /^\d{1,12}$/.test(digits) ? Number(digits) : -1
}
