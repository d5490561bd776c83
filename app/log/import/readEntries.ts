/** Parses rows into log entries, by their columns' roles and the number formats. */
import type { Distance, DistanceUnit } from '#shared/kinds/distance.ts'
import type { Fuel } from '#shared/kinds/fuel.ts'
import type { DecimalMark } from '#shared/money/numberText.ts'
import type { DayOrder } from './amounts.ts'
import type { LogColumns, Role } from './columns.ts'
import type { FileRow, FileTable } from './fileTables.ts'

import { FUEL_UNITS } from '#shared/kinds/fuel.ts'
import { MAX_TASK } from '#shared/kinds/kit.ts'
import {
  fuelProblem,
  MAX_EVERY,
  MAX_EVERY_MONTHS,
  MAX_FUEL,
  MAX_LOG_NOTES,
  MAX_MILEAGE,
} from '#shared/kinds/logEntry.ts'
import type { Price } from '#shared/money/money.ts'
import { quoted } from '#shared/text/quoted.ts'
import { kept, t } from '#shared/words/words.ts'
import { dayIn, numberIn } from './amounts.ts'
import { costOf } from './readCost.ts'
import {
  allOf,
  hasThreeDecimals,
  isTwo,
  isYes,
  type Amount,
  type One,
  type Refuse,
  type Words,
} from './rowValues.ts'

/** Formats of a file that does not state them. */
export interface Reading {
  distance: DistanceUnit
  fuelUnit: string
  /** Null while ambiguous. */
  mark: DecimalMark | null
  order: DayOrder
  /** Latest year of a two-digit one. */
  year: number
  /** "EUR": for amounts without a currency, or with an ambiguous sign. */
  currency: string
}

/** An entry of the file. */
export interface FileEntry {
  row: number
  /** Name of its vehicle in the file, '' for none. */
  car: string
  vin: string
  day: string
  task: string
  mileage: Distance | null
  newOdometer: boolean
  cost: Price
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
  /** Values that cannot be stored, and rows that are no entries, with reasons. */
  problems: RowProblem[]
}

/**
 * @param table with the roles of its columns
 * @param task of rows without one
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
  const all = allOf(columns, heads, cells)
  const one = (role: Role) => all(role)[0]?.value ?? ''
  const day = dayIn(one('day'), reading.order, reading.year)
  if (day === null) {
    say(
      one('day') === ''
        ? t('it has no date')
        : t('{text} is no date', { text: quoted(one('day')) }),
    )
    return null
  }
  const refused: string[] = []
  const refuse: Refuse = (role, sentence) => {
    const beside = BESIDE[role]
    const [{ head, value } = { head: '', value: '' }] = all(role)
    const text = beside && one(beside) !== '' ? `${value} ${one(beside)}` : value
    say(sentence({ text: quoted(text) }))
    refused.push(head === '' ? text : `${head}: ${text}`)
    return null
  }
  const amount: Amount = (role, most, isNone, isOpen) => {
    const text = one(role)
    if (text === '' || reading.mark === null) return null
    const read = numberIn(text, reading.mark)
    if (read && isOpen(read)) return refuse(role, isTwo)
    return read && read.value <= most ? read : refuse(role, isNone)
  }
  const distance = (role: Role, said: string, usual: DistanceUnit, most: number, isNone: Words) => {
    const read = amount(role, most, isNone, hasThreeDecimals)
    if (!read) return null
    const unit = read.words || said ? distanceUnitOf(read.words || said) : usual
    if (!unit) return refuse(role, isNone)
    // 0 means that the odometer was not noted.
    const value = Math.round(read.value)
    return value > 0 ? { value, unit } : null
  }
  const mileage = distance(
    'mileage',
    one('distanceUnit'),
    reading.distance,
    MAX_MILEAGE,
    (values) => t('{text} is no mileage', values),
  )
  const usual = distanceUnitOf(one('distanceUnit')) ?? reading.distance
  const every = distance('every', one('everyUnit'), usual, MAX_EVERY, (values) =>
    t('{text} is no distance', values),
  )
  const isNoMonths: Words = (values) => t('{text} is no number of months', values)
  const months = amount('everyMonths', MAX_EVERY_MONTHS, isNoMonths, () => false)
  const isMonths = months?.words === '' && Number.isInteger(months.value)
  if (months && !isMonths) refuse('everyMonths', isNoMonths)
  const fuel = fuelOf(one, amount, refuse, reading, app)
  const cost = costOf(all, amount, fuel, reading.currency, refuse)
  if (one('vin').length > 17) refuse('vin', (values) => t('{text} is no VIN', values))
  const { words, aside } = taskOf(one('task'), one('title'), app)
  const job = words || task || (fuel ? FUEL_JOB : ANY_JOB)
  if (job.length > MAX_TASK)
    say(t('the job is longer than {max} characters and was cut', { max: MAX_TASK }))
  const notes = [
    ...(aside ? [aside] : []),
    ...all('notes').map(({ value }) => value),
    ...refused,
    ...all('aside').map(({ head, value }) => `${head}: ${value}`),
  ].join('\n')
  if (notes.length > MAX_LOG_NOTES)
    say(t('the notes are longer than {max} characters', { max: String(MAX_LOG_NOTES) }))
  return {
    row,
    car: all('vehicle')
      .map(({ value }) => value)
      .join(' '),
    vin: one('vin').length > 17 ? '' : one('vin').toUpperCase(),
    day,
    task: job.slice(0, MAX_TASK),
    mileage,
    newOdometer: mileage !== null && isYes(one('newOdometer')),
    cost,
    fuel,
    every,
    everyMonths: isMonths && months.value > 0 ? months.value : null,
    notes: notes.slice(0, MAX_LOG_NOTES),
  }
}

/** Role that holds the unit of a value. */
const BESIDE: Partial<Record<Role, Role>> = {
  mileage: 'distanceUnit',
  every: 'everyUnit',
  fuel: 'fuelUnit',
  cost: 'currency',
  unitPrice: 'currency',
}

function fuelOf(one: One, amount: Amount, refuse: Refuse, reading: Reading, app: string) {
  const isNone: Words = (values) => t('{text} is no amount of fuel', values)
  const read = amount('fuel', MAX_FUEL, isNone, ({ isGrouped }) => isGrouped)
  if (!read || read.value === 0) return null
  const full = one('full').toLowerCase()
  const isPart = isYes(one('part')) || (full !== '' && !isYes(full) && !isFirst(full, app))
  const isMissed = isYes(one('missed')) || isFirst(full, app) || /missed/.test(full)
  const unit = fuelUnitOf(read.words || one('fuelUnit'), reading.fuelUnit)
  if (read.words && !FUEL_UNITS.includes(unit)) return refuse('fuel', isNone)
  const fuel: Fuel = {
    amount: Number(read.value.toFixed(4)),
    unit,
    ...(isPart && { part: true }),
    ...(isMissed && { missed: true }),
  }
  return fuelProblem(fuel) === null ? fuel : refuse('fuel', isNone)
}

/** Spritmonitor's first fill-up has no distance before it. */
const isFirst = (full: string, app: string) =>
  app === 'Spritmonitor' && /^(2|first.*|erst.*)$/.test(full)

function distanceUnitOf(text: string): DistanceUnit | null {
  if (/^(kms?\.?|kilomet(er|re)s?|kil[oó]metros?|kilom[èe]tres?)$/i.test(text)) return 'km'
  return /^(mi\.?|miles?|millas|meilen)$/i.test(text) ? 'mi' : null
}

/** Unit in this log's spelling, or as written; overlong text is no unit. */
function fuelUnitOf(text: string, usual: string): string {
  if (text === '') return usual
  if (/^(l|lt?rs?|liters?|litres?|litros?)$/i.test(text)) return 'L'
  if (/^us[ _]?gal(lons?)?$/i.test(text)) return 'US gal'
  if (/^(imp|uk)[ _]?gal(lons?)?$/i.test(text)) return 'imp gal'
  if (/^gal(lons?)?$/i.test(text) && usual.endsWith('gal')) return usual
  return FUEL_UNITS.find((unit) => unit.toLowerCase() === text.toLowerCase()) ?? text
}

/** Default jobs, as stored. */
const FUEL_JOB = kept('Fuel')
const ANY_JOB = 'Job'

/** Spritmonitor's cost numbers. */
export const SPRITMONITOR: Record<string, string> = {
  1: kept('Maintenance'),
  2: kept('Repair'),
  3: kept('Tires'),
  4: kept('Oil change'),
  5: kept('Insurance'),
  6: kept('Tax'),
  7: kept('Inspection'),
  8: kept('Tuning'),
  9: kept('Accessories'),
  10: kept('Purchase'),
  17: kept('Fine'),
  18: kept('Parking'),
  19: kept('Toll'),
  20: kept('Spare parts'),
}

/** Vaguer than the title beside them. */
const VAGUE = ['1', '2', '9', '20']

/** The job, and further words of the file about it. */
function taskOf(text: string, title: string, app: string): { words: string; aside: string } {
  if (app !== 'Spritmonitor' || !/^\d+$/.test(text)) return { words: text || title, aside: '' }
  const words = SPRITMONITOR[text] ?? `Cost ${text}`
  const isVague = VAGUE.includes(text) || !Object.hasOwn(SPRITMONITOR, text)
  return title !== '' && isVague ? { words: title, aside: '' } : { words, aside: title }
}
