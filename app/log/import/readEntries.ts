/** Rows of a table as entries of the log, by what its columns are and how its amounts are read. */
import type { Distance, DistanceUnit } from '#shared/kinds/distance.ts'
import type { Fuel } from '#shared/kinds/fuel.ts'
import type { DayOrder, DecimalMark } from './amounts.ts'
import type { LogColumns, Role } from './columns.ts'
import type { FileRow, FileTable } from './fileTables.ts'

import { cleanText } from '#shared/kinds/define.ts'
import { FUEL_UNITS } from '#shared/kinds/fuel.ts'
import { MAX_TASK } from '#shared/kinds/kit.ts'
import {
  fuelProblem,
  MAX_EVERY,
  MAX_EVERY_MONTHS,
  MAX_LOG_NOTES,
  MAX_MILEAGE,
} from '#shared/kinds/logEntry.ts'
import { MAX_PRICE_CENTS } from '#shared/money.ts'
import { quoted } from '#shared/text/quoted.ts'
import { t } from '#shared/words/words.ts'
import { currencyIn, dayIn, numberIn } from './amounts.ts'

/** How a file is read where it does not say so itself. */
export interface Reading {
  distance: DistanceUnit
  fuelUnit: string
  mark: DecimalMark
  order: DayOrder
  /** "USD" */
  currency: string
}

/** An entry as the file has it. */
export interface FileEntry {
  row: number
  /** What the file calls its vehicle, '' where it does not. */
  car: string
  vin: string
  day: string
  task: string
  mileage: Distance | null
  cost: number | null
  fuel: Fuel | null
  every: Distance | null
  everyMonths: number | null
  notes: string
}

export interface RowProblem {
  row: number
  text: string
}

export interface ReadTable {
  entries: FileEntry[]
  /** What cannot be kept of rows that are, and why others are not. */
  problems: RowProblem[]
}

/**
 * @param table with what its columns are
 * @param task what its rows are where none of them says so
 */
export function readEntries(
  { heads, rows }: FileTable,
  { columns, task, app }: { columns: LogColumns; task: string; app: string },
  reading: Reading,
): ReadTable {
  const problems: RowProblem[] = []
  const entries = rows.flatMap((row) => {
    const say = (text: string) => problems.push({ row: row.number, text })
    const entry = entryOf(row, { heads, columns, task, app }, reading, say)
    return entry ? [entry] : []
  })
  return { entries, problems }
}

interface Known {
  heads: readonly string[]
  columns: LogColumns
  task: string
  app: string
}

function entryOf(
  { number: row, cells }: FileRow,
  { heads, columns, task, app }: Known,
  reading: Reading,
  say: (text: string) => void,
): FileEntry | null {
  const all = (role: Role) =>
    columns.flatMap((each, at) => {
      const value = cleanText(cells[at] ?? '').trim()
      return each === role && value !== '' ? [{ head: heads[at] ?? '', value }] : []
    })
  const one = (role: Role) => all(role)[0]?.value ?? ''
  const day = dayIn(one('day'), reading.order)
  if (day === null) {
    say(
      one('day') === ''
        ? t('it has no date')
        : t('{text} is no date', { text: quoted(one('day')) }),
    )
    return null
  }
  const amount = (role: Role, most: number, isNone: IsNone): number | null => {
    const text = one(role)
    if (text === '') return null
    const value = numberIn(text, reading.mark)
    if (value !== null && value >= 0 && value <= most) return value
    say(isNone({ text: quoted(text) }))
    return null
  }
  const distance = (role: Role, unit: DistanceUnit, most: number, isNone: IsNone) => {
    const value = amount(role, most, isNone)
    return value === null ? null : { value: Math.round(value), unit }
  }
  const unit = distanceUnitOf(one('distanceUnit')) ?? reading.distance
  const mileage = distance('mileage', unit, MAX_MILEAGE, (values) =>
    t('{text} is no mileage', values),
  )
  const everyUnit = distanceUnitOf(one('everyUnit')) ?? unit
  const every = distance('every', everyUnit, MAX_EVERY, (values) =>
    t('{text} is no distance', values),
  )
  const everyMonths = amount('everyMonths', MAX_EVERY_MONTHS, (values) =>
    t('{text} is no number of months', values),
  )
  const fuel = fuelOf(one, amount, reading, app)
  const { cost, foreign } = costOf(all('cost')[0], one, amount, fuel, reading)
  const { words, aside } = taskOf(one('task'), one('title'), app)
  const job = words || task || (fuel ? 'Fuel' : 'Job')
  if (job.length > MAX_TASK)
    say(t('the job is longer than {max} characters and was cut', { max: MAX_TASK }))
  const notes = [
    ...(aside ? [aside] : []),
    ...all('notes').map(({ value }) => value),
    ...(foreign ? [foreign] : []),
    ...all('aside').map(({ head, value }) => `${head}: ${value}`),
  ].join('\n')
  if (notes.length > MAX_LOG_NOTES)
    say(t('the notes are longer than {max} characters', { max: String(MAX_LOG_NOTES) }))
  return {
    row,
    car: all('vehicle')
      .map(({ value }) => value)
      .join(' '),
    vin: one('vin').toUpperCase().slice(0, 17),
    day,
    task: job.slice(0, MAX_TASK),
    mileage,
    cost,
    fuel,
    every: every && every.value > 0 ? every : null,
    everyMonths: everyMonths === null || everyMonths < 1 ? null : Math.round(everyMonths),
    notes: notes.slice(0, MAX_LOG_NOTES),
  }
}

type One = (role: Role) => string
/** Says that a text is no such value. */
type IsNone = (values: { text: string }) => string
type Amount = (role: Role, most: number, isNone: IsNone) => number | null

function fuelOf(one: One, amount: Amount, { fuelUnit }: Reading, app: string): Fuel | null {
  const value = amount('fuel', Infinity, (values) => t('{text} is no amount of fuel', values))
  if (value === null || value === 0) return null
  const full = one('full').toLowerCase()
  const isPart = isYes(one('part')) || (full !== '' && !isYes(full) && !isFirst(full, app))
  const isMissed = isYes(one('missed')) || isFirst(full, app) || /missed/.test(full)
  const fuel: Fuel = {
    amount: Number(value.toFixed(4)),
    unit: fuelUnitOf(one('fuelUnit')) || fuelUnit,
    ...(isPart && { part: true }),
    ...(isMissed && { missed: true }),
  }
  return fuelProblem(fuel) === null ? fuel : null
}

/** A first fill-up, at Spritmonitor, has no way before it. */
const isFirst = (full: string, app: string) =>
  app === 'Spritmonitor' && /^(2|first.*|erst.*)$/.test(full)

/** In the languages of the apps that translate it. */
const isYes = (text: string) =>
  /^(1|x|true|yes|ja|s[íi]|sim|oui|tak|да|voll.*|full.*)\b/i.test(text) || text === 'да'

function costOf(
  cell: { head: string; value: string } | undefined,
  one: One,
  amount: Amount,
  fuel: Fuel | null,
  { currency: usual }: Reading,
): { cost: number | null; foreign?: string } {
  const price = amount('unitPrice', Infinity, (values) => t('{text} is no price', values))
  const total =
    amount('cost', Infinity, (values) => t('{text} is no cost', values)) ??
    (price !== null && fuel ? price * fuel.amount : null)
  if (total === null || total > MAX_PRICE_CENTS / 100) return { cost: null }
  const currency =
    currencyIn(one('currency')) ?? currencyIn(cell?.value ?? '') ?? currencyIn(cell?.head ?? '')
  const said = currency ?? usual
  if (said !== 'USD') return { cost: null, foreign: `Cost: ${total.toFixed(2)} ${said}` }
  return { cost: Math.round(total * 100) }
}

function distanceUnitOf(text: string): DistanceUnit | null {
  if (/^(km|kilomet(er|re)s?)$/i.test(text)) return 'km'
  return /^(mi|miles?)$/i.test(text) ? 'mi' : null
}

/** As this log names it, or as it is written there. */
function fuelUnitOf(text: string): string {
  if (/^(l|liters?|litres?|liter)$/i.test(text)) return 'L'
  if (/^us[ _]?gal(lons?)?$/i.test(text)) return 'US gal'
  if (/^(imp|uk)[ _]?gal(lons?)?$/i.test(text)) return 'imp gal'
  return FUEL_UNITS.find((unit) => unit.toLowerCase() === text.toLowerCase()) ?? text.slice(0, 20)
}

/** What Spritmonitor's numbers of costs stand for. */
export const SPRITMONITOR: Record<string, string> = {
  1: 'Maintenance',
  2: 'Repair',
  3: 'Tires',
  4: 'Oil change',
  5: 'Insurance',
  6: 'Tax',
  7: 'Inspection',
  8: 'Tuning',
  9: 'Accessories',
  10: 'Purchase',
  17: 'Fine',
  18: 'Parking',
  19: 'Toll',
  20: 'Spare parts',
}

/** These say less than the title beside them. */
const VAGUE = ['1', '2', '9', '20']

/** What was done, and what else the file says of it. */
function taskOf(text: string, title: string, app: string): { words: string; aside: string } {
  if (app !== 'Spritmonitor' || !/^\d+$/.test(text)) return { words: text || title, aside: '' }
  const words = SPRITMONITOR[text] ?? `Cost ${text}`
  const isVague = VAGUE.includes(text) || !Object.hasOwn(SPRITMONITOR, text)
  return title !== '' && isVague ? { words: title, aside: '' } : { words, aside: title }
}
