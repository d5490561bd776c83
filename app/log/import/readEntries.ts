/** Reads rows as log entries, by the roles of their columns and the formats of the file. */
import { distanceUnitOf, type Distance, type DistanceUnit } from '#shared/kinds/distance.ts'
import { FUEL_UNITS, fuelUnitOf, isGallon, type Fuel } from '#shared/kinds/fuel.ts'
import { MAX_TASK } from '#shared/kinds/kit.ts'
import {
  fuelProblem,
  MAX_EVERY,
  MAX_EVERY_MONTHS,
  MAX_FUEL,
  MAX_LOG_NOTES,
  MAX_MILEAGE,
} from '#shared/kinds/logEntry.ts'
import type { LogEntry } from '#shared/kinds/maintenance.ts'
import type { NumberText } from '#shared/money/numberText.ts'
import { quoted } from '#shared/text/quoted.ts'
import { readDay, type DayOrder } from '#shared/text/readDay.ts'
import { kept, t } from '#shared/words/words.ts'
import type { KnownTable, Role } from './columns.ts'
import type { FileTable } from './fileTables.ts'
import { costOf } from './readCost.ts'
import { isNo, isYes, Row, type Settled, type Words } from './row.ts'

/** Formats of a file that does not state them. */
export interface Reading extends Settled {
  distance: DistanceUnit
  fuelUnit: string
  order: DayOrder
  /** Latest year of a two-digit one. */
  year: number
  /** Number of January in a column of its own: some programs count from 0. */
  january: 0 | 1
  /** "EUR": for amounts without a currency, or with an ambiguous sign. */
  currency: string
}

/** An entry of the file, with its row, and the name of its vehicle there, '' for none. */
export type FileEntry = Omit<LogEntry, 'id' | 'vehicle' | 'kit'> & { row: number; car: string }

/** @param known roles of its columns, and the task of rows without one */
export function readEntries(
  { heads, rows }: FileTable,
  { columns, task, app }: Pick<KnownTable, 'columns' | 'task' | 'app'>,
  reading: Reading,
): { entries: FileEntry[]; problems: Row['problems'] } {
  const all = rows.map((file) => new Row(heads, columns, file, reading))
  const isMixed = all.some((row) => isKind(row, /./) && !isKind(row, GAS, POWER, ADDITIVE))
  // Numbered from 0 or 1.
  const tank = all.map(tankOf).reduce((least, one) => (one < least ? one : least), Infinity)
  const entries = all.flatMap((row) => entryOf(row, { task, app, isMixed, tank }, reading) ?? [])
  return { entries, problems: all.flatMap(({ problems }) => problems) }
}

type Known = Pick<KnownTable, 'task' | 'app'> & {
  /** Whether gas is not the only fuel. */
  isMixed: boolean
  /** First of the tanks. */
  tank: number
}

function entryOf(row: Row, known: Known, reading: Reading): FileEntry | null {
  const { one, all } = row
  const text = dayText(row, reading)
  const day = readDay(text, reading.order, reading.year)
  if (day === null)
    return row.say(
      text === '' ? t('it has no date') : t('{text} is no date', { text: quoted(text) }),
    )
  const kind = KINDS.find(([pattern]) => pattern.test(one('kind')))?.[1] ?? ''
  // Nothing was paid, nor read from the odometer.
  const isAhead = !/[1-9]/.test(one('cost') + one('mileage'))
  const none =
    all('none').find(({ value }) => isYes(value) || (isAhead && !NEVER.test(value))) ??
    all('kind').find(() => kind === 'trip')
  if (none)
    return row.say(t('it is no entry: {text}', { text: quoted(`${none.head}: ${none.value}`) }))
  const mileage = distanceOf(row, 'mileage', reading.distance)
  const every = distanceOf(row, 'every', distanceUnitOf(one('distanceUnit')) ?? reading.distance)
  const everyMonths = monthsOf(row)
  // Its other jobs have a quantity of 1.
  const isJob = known.app === 'Car Care' && kind !== 'fuel'
  const fuel = isJob ? null : fuelOf(row, known, reading)
  for (const second of all('second').filter(({ value }) => /^[\d.,]*[1-9]/.test(value)))
    row.refuse('second', isSecond, [second])
  const { words, aside, isIncome } = jobOf(row, known.app)
  const amount = isJob ? 1 : (fuel?.amount ?? null)
  const cost = costOf(row, amount, reading.currency, isIncome)
  const vin = one('vin').toUpperCase()
  if (vin.length > 17) row.refuse('vin', (values) => t('{text} is no VIN', values))
  const job = JOBS[kind] ?? (words || known.task || (fuel ? FUEL_JOB : ANY_JOB))
  if (job.length > MAX_TASK)
    row.say(t('the job is longer than {max} characters and was cut', { max: MAX_TASK }))
  const isWord = ({ role, value }: { role: Role | null; value: string }) =>
    role === 'aside' || /\D/.test(value)
  const notes = [
    ...(job.length > MAX_TASK ? [job] : []),
    ...aside,
    ...all('notes').map(({ value }) => value),
    ...row.refused,
    ...all('fuelKind', 'aside')
      .filter(isWord)
      .map(({ head, value }) => `${head}: ${value}`),
  ].join('\n')
  if (notes.length > MAX_LOG_NOTES)
    row.say(t('the notes are longer than {max} characters', { max: String(MAX_LOG_NOTES) }))
  const cars = all('vehicle').map(({ value }) => value)
  return {
    row: row.file.number,
    car: cars.join(' '),
    vin: vin.length > 17 ? '' : vin,
    day,
    task: job.slice(0, MAX_TASK),
    mileage,
    newOdometer: mileage !== null && isYes(one('newOdometer')),
    cost,
    fuel,
    every,
    everyMonths,
    notes: notes.slice(0, MAX_LOG_NOTES),
  }
}

/** Default jobs, as stored. */
const FUEL_JOB = kept('Fuel')
const ANY_JOB = 'Job'

/** Kinds of entries, by their names and Simply Auto's numbers. */
const KINDS = [
  [/^(0|gas|fuel|fill-?up)$/i, 'fuel'],
  [/^(3|trips?|reports?)$/i, 'trip'],
  [/^4$/, 'reading'],
] as const
const JOBS: Record<string, string> = { fuel: FUEL_JOB, reading: 'Odometer reading' }
/** Fuelio's days and distances of no reminder. */
const NEVER = /^(0(\.0+)?|2011-01-01.*)$/

/** One text, also of a date in three columns. */
function dayText({ one }: Row, { january }: Reading): string {
  const [day, month, year] = [one('day'), one('month'), one('year')]
  const isApart = /^\d{1,2}$/.test(day) && month !== '' && year !== ''
  return isApart ? `${year}-${Number(month) + 1 - january}-${day}` : day
}

function distanceOf(row: Row, role: 'mileage' | 'every', usual: DistanceUnit): Distance | null {
  const isMileage = role === 'mileage'
  const isNone: Words = (values) =>
    isMileage ? t('{text} is no mileage', values) : t('{text} is no distance', values)
  // A zero behind them is of a workbook, which may have been told thousands as decimals.
  const isOpen = ({ decimals }: NumberText) => /^\d{3}0?$/.test(decimals)
  const read = row.number(role, isNone, isMileage ? MAX_MILEAGE : MAX_EVERY, isOpen)
  if (!read) return null
  const said = read.words || row.one(isMileage ? 'distanceUnit' : 'everyUnit')
  const unit = said ? distanceUnitOf(said) : usual
  if (!unit) return row.refuse(role, isNone)
  // 0 means that the odometer was not noted.
  const value = Math.round(read.value)
  return value > 0 ? { value, unit } : null
}

/** "12", "12 months" or "1 year". */
function monthsOf(row: Row): number | null {
  const isNone: Words = (values) => t('{text} is no number of months', values)
  const read = row.number('everyMonths', isNone, MAX_EVERY_MONTHS)
  if (!read) return null
  // An interval of unknown units.
  const isBare = read.words === '' && !/interval/i.test(row.all('everyMonths')[0]?.head ?? '')
  const isMonths = isBare || /^(months?|monate?|mois|mes(es)?)$/i.test(read.words)
  const isYears = /^(years?|jahre?|ans?|años?)$/i.test(read.words)
  const months = read.value * (isYears ? 12 : 1)
  if (!(isMonths || isYears) || !Number.isInteger(months) || months > MAX_EVERY_MONTHS)
    return row.refuse('everyMonths', isNone)
  return months > 0 ? months : null
}

/** Kinds of fuel by their names, and the numbers of Spritmonitor and Fuelio. */
const POWER = /^(19|24|6\d\d)$|el[eé][ck]?tr|strom|kwh/i
const GAS = /^(1[2-4]|23|[34]\d\d)$|lpg|glp|gpl|cng|gnv|autogas|erdgas|hydrogen/i
const ADDITIVE = /^21$|adblue/i
const isKind = ({ all }: Row, ...kinds: RegExp[]) =>
  all('fuelKind').some(({ value }) => kinds.some((kind) => kind.test(value)))

const isSecond: Words = (values) => t('{text} is of a second fuel, and left out', values)

const tankOf = (row: Row) => Number(row.one('tank') || NaN)

function fuelOf(row: Row, { app, isMixed, tank }: Known, { fuelUnit }: Reading): Fuel | null {
  const isNone: Words = (values) => t('{text} is no amount of fuel', values)
  const read = row.number('fuel', isNone, MAX_FUEL, ({ isGrouped }) => isGrouped)
  if (!read || read.value === 0) return null
  const isPower = isKind(row, POWER)
  const isOther = isKind(row, ADDITIVE) || (isMixed && isKind(row, GAS)) || tankOf(row) > tank
  if (isOther && !isPower) return row.refuse('fuel', isSecond)
  const full = row.one('full').toLowerCase()
  // Spritmonitor's 0 is no fill-up to count from, and its first one has no distance before it.
  const isFirst = app === 'Spritmonitor' && /^(0|3|first.*|erst.*)$/.test(full)
  const isPart =
    !isNo(row.one('part')) || (full !== '' && !isYes(full) && !(isFirst && full !== '0'))
  const isMissed = isFirst || !isNo(row.one('missed')) || /missed/.test(full)
  const said = read.words || row.one('fuelUnit')
  const gallon = isGallon(said) && fuelUnit.endsWith('gal') ? fuelUnit : null
  const unit = said ? (fuelUnitOf(said) ?? gallon ?? said) : isPower ? 'kWh' : fuelUnit
  if (read.words && !FUEL_UNITS.includes(unit)) return row.refuse('fuel', isNone)
  const fuel: Fuel = {
    amount: Number(read.value.toFixed(4)),
    unit,
    ...(isPart && { part: true }),
    ...(isMissed && { missed: true }),
  }
  return fuelProblem(fuel) === null ? fuel : row.refuse('fuel', isNone)
}

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
const REFUND = '16'
/** Vaguer than the title beside them. */
const VAGUE = ['1', '2', '9', '20']

/** Words of the job, and further ones about it. */
function jobOf({ one }: Row, app: string) {
  const [text, title, kind] = [one('task'), one('title'), one('kind')]
  const words = text || (/\D/.test(kind) ? kind : title)
  const isIncome = isYes(one('income'))
  if (app !== 'Spritmonitor' || !/^\d+$/.test(text)) return { words, aside: [], isIncome }
  const isKnown = Object.hasOwn(SPRITMONITOR, text)
  const isTitle = title !== '' && (!isKnown || VAGUE.includes(text))
  return {
    words: isTitle ? title : (SPRITMONITOR[text] ?? `Cost ${text}`),
    aside: isTitle || title === '' ? [] : [title],
    isIncome: text === REFUND,
  }
}
