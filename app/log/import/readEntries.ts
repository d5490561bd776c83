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
import { digitsOf, maxMinorOf, priceOf, type Price } from '#shared/money.ts'
import { quoted } from '#shared/text/quoted.ts'
import { kept, t } from '#shared/words/words.ts'
import { codeOf, currencyIn, dayIn, numberIn } from './amounts.ts'

/** How a file is read where it does not say so itself. */
export interface Reading {
  distance: DistanceUnit
  fuelUnit: string
  mark: DecimalMark
  order: DayOrder
  /** "EUR": of amounts whose currency the file does not say, or says in a sign of several. */
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
  const all = allOf(columns, heads, cells)
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
  const { cost, foreign } = costOf(all, amount, fuel, reading, say)
  const { words, aside } = taskOf(one('task'), one('title'), app)
  const job = words || task || (fuel ? FUEL_JOB : ANY_JOB)
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

/** The values of a row by what they are. */
const allOf =
  (columns: LogColumns, heads: readonly string[], cells: readonly string[]): All =>
  (role) =>
    columns.flatMap((each, at) => {
      const value = each === role ? cleanText(cells[at] ?? '').trim() : ''
      return value !== '' ? [{ head: heads[at] ?? '', value }] : []
    })

type One = (role: Role) => string
type All = (role: Role) => { head: string; value: string }[]
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
  all: All,
  amount: Amount,
  fuel: Fuel | null,
  { currency: usual }: Reading,
  say: (text: string) => void,
): { cost: Price; foreign?: string } {
  const price = amount('unitPrice', Infinity, (values) => t('{text} is no price', values))
  const total =
    amount('cost', Infinity, (values) => t('{text} is no cost', values)) ??
    (price !== null && fuel ? price * fuel.amount : null)
  if (total === null) return { cost: null }
  const said = saidCurrency(all, usual)
  const currency = said ? said.code : usual
  if (currency === null) {
    say(t('{text} may be several currencies', { text: quoted(said?.text ?? '') }))
    return {
      cost: null,
      foreign: t('Cost: {amount} ({currency})', {
        amount: String(total),
        currency: said?.text ?? '',
      }),
    }
  }
  const minor = Math.round(total * 10 ** digitsOf(currency))
  if (minor <= maxMinorOf(currency)) return { cost: priceOf({ minor, currency }) }
  say(t('{text} is no cost', { text: quoted(String(total)) }))
  return { cost: null }
}

/** What a row names as the currency of its cost, in a column of its own, beside it, or above. */
function saidCurrency(all: All, usual: string): { code: string | null; text: string } | null {
  const [own] = all('currency')
  if (own) return { code: codeOf(own.value, usual), text: own.value }
  for (const { head, value } of [...all('cost').slice(0, 1), ...all('unitPrice').slice(0, 1)]) {
    for (const text of [value, head]) {
      const named = currencyIn(text, usual)
      if (named) return { ...named, text }
    }
  }
  return null
}

/** Whether some cost is of a currency that the file itself does not name by its code. */
export function hasOpenCurrency({ heads, rows }: FileTable, columns: LogColumns): boolean {
  const isPriced = (role: Role | null) => role === 'cost' || role === 'unitPrice'
  return rows.some(({ cells }) => {
    const all = allOf(columns, heads, cells)
    if (!columns.some((role, at) => isPriced(role) && (cells[at] ?? '') !== '')) return false
    // "$", "kr" and "¥" mean what the person says.
    const meant = ['CAD', 'SEK', 'CNY'].map((usual) => saidCurrency(all, usual)?.code ?? null)
    return meant.some((code) => code === null || code !== meant[0])
  })
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

/** Jobs that have no words of their own, as the log keeps them. */
const FUEL_JOB = kept('Fuel')
const ANY_JOB = 'Job'

/** What Spritmonitor's numbers of costs stand for. */
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

/** These say less than the title beside them. */
const VAGUE = ['1', '2', '9', '20']

/** What was done, and what else the file says of it. */
function taskOf(text: string, title: string, app: string): { words: string; aside: string } {
  if (app !== 'Spritmonitor' || !/^\d+$/.test(text)) return { words: text || title, aside: '' }
  const words = SPRITMONITOR[text] ?? `Cost ${text}`
  const isVague = VAGUE.includes(text) || !Object.hasOwn(SPRITMONITOR, text)
  return title !== '' && isVague ? { words: title, aside: '' } : { words, aside: title }
}
