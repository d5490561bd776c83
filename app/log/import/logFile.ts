/** Parses another app's file, as far as it describes itself. */
import type { DayOrder } from './amounts.ts'
import type { KnownTable, LogColumns } from './columns.ts'
import type { FileEntry, Reading, RowProblem } from './readEntries.ts'

import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { t } from '#shared/words/words.ts'
import { dayOrderIn, decimalMarkIn, hasOpenOrder } from './amounts.ts'
import { knowTable } from './columns.ts'
import { fileTables, type FileTable } from './fileTables.ts'
import { readEntries } from './readEntries.ts'

/** Far above the largest log of these apps. */
export const MAX_FILE_BYTES = 8_000_000

export interface LogFile {
  /** "Fuelly", '' for any other table. */
  app: string
  tables: { table: FileTable; known: KnownTable }[]
  reading: Reading
  /** Open questions for the user. */
  open: { distance: boolean; fuelUnit: boolean; order: boolean }
}

/** Defaults of the user's region. */
export type Usual = Pick<Reading, 'distance' | 'fuelUnit' | 'currency' | 'year'> & {
  order: DayOrder
}

/** @returns a sentence for an unreadable file */
export function readLogFile(text: string, usual: Usual): LogFile | { problem: string } {
  const all = fileTables(text).map((table) => ({ table, known: knowTable(table) }))
  // Tables of vehicles and kinds of cost are not the log.
  const dated = all.filter(({ known }) => known.columns.includes('day'))
  const tables = dated.length > 0 ? dated : all
  const rows = tables.reduce((sum, { table }) => sum + table.rows.length, 0)
  if (rows === 0) return { problem: t('There is no table with heads in this file.') }
  if (rows > MAX_LOG_ENTRIES) {
    return {
      problem: t('This file has {rows} rows. A log holds {most}.', {
        rows,
        most: MAX_LOG_ENTRIES,
      }),
    }
  }
  const days = cellsOf(tables, ['day'])
  const order = dayOrderIn(days)
  const distance = tables.find(({ known }) => known.distance)?.known.distance ?? null
  const fuelUnit = tables.find(({ known }) => known.fuelUnit)?.known.fuelUnit ?? null
  const has = (role: 'distanceUnit' | 'fuelUnit' | 'fuel' | 'mileage') =>
    tables.some(({ known }) => known.columns.includes(role))
  return {
    app: tables.find(({ known }) => known.app)?.known.app ?? '',
    tables,
    reading: {
      distance: distance ?? usual.distance,
      fuelUnit: fuelUnit ?? usual.fuelUnit,
      mark: decimalMarkIn({
        mileage: cellsOf(tables, ['mileage', 'every']),
        fuel: cellsOf(tables, ['fuel']),
        others: cellsOf(tables, ['cost', 'unitPrice', 'price']),
      }),
      order: order ?? usual.order,
      currency: usual.currency,
      year: usual.year,
    },
    open: {
      distance: distance === null && !has('distanceUnit'),
      fuelUnit: fuelUnit === null && !has('fuelUnit'),
      order: order === null && hasOpenOrder(days),
    },
  }
}

function cellsOf(tables: LogFile['tables'], roles: LogColumns): string[] {
  return tables.flatMap(({ table, known }) =>
    known.columns.flatMap((role, at) =>
      role !== null && roles.includes(role) ? table.rows.map(({ cells }) => cells[at] ?? '') : [],
    ),
  )
}

/** Entries of all tables, in file order. */
export function entriesOfFile({ tables, reading }: Pick<LogFile, 'tables' | 'reading'>): {
  entries: FileEntry[]
  problems: RowProblem[]
} {
  const read = tables.map(({ table, known }) => readEntries(table, known, reading))
  return {
    entries: read.flatMap(({ entries }) => entries),
    problems: read.flatMap(({ problems }) => problems),
  }
}

/** Whether an ambiguous amount has to be settled before storing. */
export const isUnsaid = ({ tables, reading }: LogFile): boolean =>
  reading.mark === null || tables.some(({ known }) => known.columns.includes('price'))

/** Names of vehicles in file order; '' for none. */
export const carsOf = (entries: readonly FileEntry[]): string[] => [
  ...new Set(entries.map(({ car }) => car)),
]
