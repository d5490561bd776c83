/** Parses another app's file, as far as it describes itself. */
import { isGallon } from '#shared/kinds/fuel.ts'
import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { dayOrderIn } from '#shared/text/readDay.ts'
import { t } from '#shared/words/words.ts'
import { knowTable, type KnownTable, type Role } from './columns.ts'
import { fileTables, type FileTable } from './fileTables.ts'
import { readEntries, type FileEntry, type Reading } from './readEntries.ts'
import { decimalMarkIn } from './row.ts'

export interface LogFile {
  /** "Fuelly", '' for any other table. */
  app: string
  tables: { table: FileTable; known: KnownTable }[]
  /** Names of tables that are no log, such as trips and income. */
  left: string[]
  reading: Reading
  /** Open questions for the user. */
  open: { distance: boolean; fuelUnit: boolean; order: boolean }
}

/** Defaults of the user's region. */
export type Usual = Omit<Reading, 'mark' | 'price' | 'january'>

/** Tables with days and amounts that are no costs. */
const NO_LOG =
  /^(incomes?|ingresos?|receitas?|recettes?|einnahmen|(road )?trips?|triplog|trip records|routes?|rutas?|percursos?|valuations|reminders?|checklists?)$/i

/** @returns a sentence for an unreadable file */
export function readLogFile(text: string, usual: Usual): LogFile | { problem: string } {
  const all = fileTables(text).map((table) => ({ table, known: knowTable(table) }))
  const dated = all.filter(
    ({ table, known }) => known.columns.includes('day') && !NO_LOG.test(table.name),
  )
  const tables = dated.length > 0 ? dated : all
  const rows = tables.reduce((sum, { table }) => sum + table.rows.length, 0)
  if (rows === 0) return { problem: t('There is no table with heads in this file.') }
  if (rows > MAX_LOG_ENTRIES) {
    const values = { rows, most: MAX_LOG_ENTRIES }
    return { problem: t('This file has {rows} rows. A log holds {most}.', values) }
  }
  const cells = (...roles: Role[]) =>
    tables.flatMap(({ table, known }) =>
      known.columns.flatMap((role, at) =>
        role && roles.includes(role) ? table.rows.map((row) => row.cells[at] ?? '') : [],
      ),
    )
  const said = <Key extends 'app' | 'distance' | 'fuelUnit'>(key: Key) =>
    tables.map(({ known }) => known[key]).find(Boolean) || null
  const { order, isOpen } = dayOrderIn(cells('day'), usual.order)
  const [distance, fuelUnit, units] = [said('distance'), said('fuelUnit'), cells('fuelUnit')]
  return {
    app: said('app') ?? '',
    tables,
    left: all.flatMap((one) => (tables.includes(one) ? [] : one.table.name || [])),
    reading: {
      ...usual,
      distance: distance ?? usual.distance,
      fuelUnit: fuelUnit ?? usual.fuelUnit,
      mark: decimalMarkIn(
        cells('mileage', 'every'),
        cells('fuel'),
        cells('cost', 'unitPrice', 'price'),
      ),
      price: null,
      order,
      january: cells('month').includes('0') ? 0 : 1,
    },
    open: {
      distance: distance === null && cells('distanceUnit').length === 0,
      fuelUnit: fuelUnit === null && (units.length === 0 || units.some(isGallon)),
      order: isOpen,
    },
  }
}

/** Entries of all tables, in file order. */
export function entriesOfFile({ tables, reading }: Pick<LogFile, 'tables' | 'reading'>) {
  const read = tables.map(({ table, known }) => {
    const { entries, problems } = readEntries(table, known, reading)
    // A sheet may be a car or a kind of job: that is asked.
    const car = tables.length > 1 ? table.sheet : ''
    return { entries: entries.map((entry) => ({ ...entry, car: entry.car || car })), problems }
  })
  return {
    entries: read.flatMap(({ entries }) => entries),
    problems: read.flatMap(({ problems }) => problems),
  }
}

/** Whether an ambiguous amount has to be settled before storing. */
export const isUnsaid = ({ tables, reading: { mark, price } }: LogFile): boolean =>
  mark === null || (!price && tables.some(({ known }) => known.columns.includes('price')))

/** Names of vehicles in file order; '' for none. */
export const carsOf = (entries: readonly FileEntry[]): string[] => [
  ...new Set(entries.map(({ car }) => car)),
]
