/** Parses a typed job. Loaded beside its form: nothing is parsed before saving. */
import type { LogEntry } from '#shared/kinds/maintenance.ts'
import type { EntryField, EntryValues } from './entryForm.ts'

import { cleanText } from '#shared/define.ts'
import { type Json, isSameValue } from '#shared/cells/cells.ts'
import { type Distance, distanceCells, inUnit } from '#shared/kinds/distance.ts'
import { priceOf } from '#shared/money/money.ts'
import { sentenceOf } from '#shared/problem.ts'
import { languageTag } from '#shared/words/words.ts'
import { cellProblem } from '#shared/kinds/schema.ts'
import { readNumber } from '#shared/money/numberText.ts'
import { parseMoney } from '#shared/money/typedMoney.ts'
import { decimalMark, readTyped } from '#shared/money/typedNumber.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'

export type ReadEntry =
  | { cells: Record<string, Json>; mileage: Distance | null; errors?: never }
  | { errors: Partial<Record<EntryField, string>>; cells?: never }

/**
 * Parses the form: cells to store, or a sentence per wrong field.
 * @param before the edited entry: an unchanged distance keeps its unit
 */
export function readEntry(
  { unit, currency, vehicle, kit, fuelUnit, isPart, isMissed, ...text }: EntryValues,
  before?: LogEntry,
): ReadEntry {
  const errors: Partial<Record<EntryField, string>> = {}
  const cells: Record<string, Json> = { kit }
  const read: { mileage: Distance | null; every: Distance | null } = { mileage: null, every: null }
  const put = (field: EntryField, value: Json) => {
    const code = cellProblem('log', field, value)
    if (code !== null) errors[field] = sentenceOf(code)
    cells[field] = value
  }
  put('task', cleanText(text.task.trim()))
  put('day', text.day)
  put('vin', cleanText(text.vin.trim().toUpperCase()))
  put('notes', cleanText(text.notes.trim()))
  put('everyMonths', wholeNumber(text.everyMonths))
  for (const [field, miles, km] of DISTANCES) {
    const value = wholeNumber(text[field])
    const typed = value === null ? null : { value, unit }
    const kept = before?.[field]
    const isKept = kept && typed && inUnit(kept, unit).value === value
    read[field] = isKept ? kept : typed
    const stored = distanceCells(read[field], miles, km)
    for (const [cell, each] of Object.entries(stored)) {
      const code = cellProblem('log', cell, each)
      if (code !== null) errors[field] = sentenceOf(code)
    }
    Object.assign(cells, stored)
  }
  const typed = text.cost.trim()
  const cost = parseMoney(typed, { currency, locale: browserLocale() })
  if (typed === '') put('cost', null)
  else if (typed === before?.cost) cells['cost'] = typed
  else if ('problem' in cost) errors.cost = cost.sentence
  else put('cost', priceOf(cost.money))
  if (fuelUnit !== '') {
    const fuel = readTyped(text.fuel, browserLocale(), sentenceOf('invalid_fuel'))
    const marks = { ...(isPart && { part: true }), ...(isMissed && { missed: true }) }
    if (text.fuel.trim() === '') put('fuel', null)
    else if ('problem' in fuel) errors.fuel = fuel.problem
    else put('fuel', { amount: Number(fuel.number), unit: fuelUnit, ...marks })
  }
  cells['vehicle'] = vehicle && { ...vehicle }
  return Object.keys(errors).length > 0 ? { errors } : { cells, mileage: read.mileage }
}

/**
 * Cells changed by the user: the others may have changed elsewhere since the form was opened.
 * @param begun cells of the form at its start; without it everything counts as changed
 */
export function changedCells(
  cells: Record<string, Json>,
  begun: Record<string, Json> | undefined,
): Record<string, Json> {
  if (!begun) return cells
  const isChanged = (name: string) => !isSameValue(cells[name] ?? null, begun[name] ?? null)
  // A distance has two cells, which belong together.
  const withOther = (name: string) =>
    DISTANCES.find(([, ...pair]) => pair.some((one) => one === name))?.slice(1) ?? [name]
  return Object.fromEntries(
    Object.entries(cells).filter(([name]) => withOther(name).some(isChanged)),
  )
}

/** Fields of distances, with their cells. */
const DISTANCES = [
  ['mileage', 'mileage', 'mileageKm'],
  ['every', 'everyMiles', 'everyKm'],
] as const

/** "91,200", or "91.200" where the language groups so; an invalid number fails every rule. */
function wholeNumber(text: string): number | null {
  if (text.trim() === '') return null
  const read = readNumber(text)
  if (!read || read.words !== '' || read.isNegative) return -1
  const isThousands = read.isOpen && read.mark !== decimalMark(languageTag())
  return read.decimals === '' || isThousands ? Number(read.whole + read.decimals) : -1
}
