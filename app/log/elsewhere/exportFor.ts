/** Export of a vehicle's log in other apps' formats: their columns, one unit per file. */
import type { LogEntry, VehicleLog } from '#shared/kinds/maintenance.ts'

import { type DistanceUnit, inUnit } from '#shared/kinds/distance.ts'
import { type Fuel, fuelIn } from '#shared/kinds/fuel.ts'
import { decimalOf, DOLLARS, formatPrice, moneyOf } from '#shared/money/money.ts'
import { csvText, tableOf } from '#shared/tables/csv.ts'
import { later } from '#shared/words/words.ts'
import { SPRITMONITOR } from '../import/readEntries.ts'

export const TARGETS = [
  { value: 'lubelogger-services', name: later('LubeLogger, services') },
  { value: 'lubelogger-fuel', name: later('LubeLogger, fuel') },
  { value: 'fuelly', name: later('Fuelly, fuel') },
  { value: 'drivvo', name: 'Drivvo' },
  { value: 'spritmonitor-fuel', name: later('Spritmonitor, fuel') },
  { value: 'spritmonitor-costs', name: later('Spritmonitor, costs') },
] as const
export type Target = (typeof TARGETS)[number]['value']

export interface ExportFile {
  text: string
  /** Entries in the file. */
  count: number
  /** Omitted fill-ups, in units that do not convert. */
  left: number
}

/** Entries in an app's one unit of distance and of fuel. */
interface Book {
  distance: DistanceUnit
  fuelUnit: string
  /** Currency of the costs. */
  currency: string
  title: string
  services: Row[]
  fills: Fill[]
}
type Row = Pick<LogEntry, 'task' | 'day' | 'notes'> & { odometer: string; cost: string }
type Fill = Row & { fuel: Fuel }

export function exportFor(log: VehicleLog, usual: DistanceUnit, target: Target): ExportFile {
  const book = bookOf(log, usual)
  const isCosts = target === 'lubelogger-services' || target === 'spritmonitor-costs'
  const hasBoth = target === 'drivvo'
  const allFills = log.entries.filter(({ fuel }) => fuel).length
  return {
    text: csvText(ROWS[target](book), target.startsWith('spritmonitor') ? ';' : ','),
    count: (isCosts || hasBoth ? book.services.length : 0) + (isCosts ? 0 : book.fills.length),
    left: isCosts ? 0 : allFills - book.fills.length,
  }
}

function bookOf({ entries, title, unit }: VehicleLog, usual: DistanceUnit): Book {
  const distance = unit ?? usual
  const fuelUnit = entries.find(({ fuel }) => fuel)?.fuel?.unit ?? 'L'
  const oldestFirst = entries.toReversed()
  // These apps have one currency: others go into the notes.
  const currency = entries.map(({ cost }) => moneyOf(cost)).find(Boolean)?.currency ?? DOLLARS
  const rowOf = (entry: LogEntry): Row => ({
    task: entry.task,
    day: entry.day,
    odometer: entry.mileage ? String(inUnit(entry.mileage, distance).value) : '',
    ...costed(entry, currency),
  })
  return {
    distance,
    fuelUnit,
    currency,
    title,
    services: oldestFirst.filter(({ fuel }) => !fuel).map(rowOf),
    fills: oldestFirst.flatMap((entry) => {
      const fuel = entry.fuel && fuelIn(entry.fuel, fuelUnit)
      return fuel ? [{ ...rowOf(entry), fuel }] : []
    }),
  }
}

function costed({ cost, notes }: LogEntry, currency: string) {
  const money = moneyOf(cost)
  if (money && money.currency === currency) return { notes, cost: decimalOf(money) }
  return { notes: [notes, cost !== null && formatPrice(cost)].filter(Boolean).join('\n'), cost: '' }
}

const nothing = () => ''
const day = (row: Row) => row.day
const task = (row: Row) => row.task
const notes = (row: Row) => row.notes
const cost = (row: Row) => row.cost
const odometer = (row: Row) => row.odometer
const amount = ({ fuel }: Fill) => String(fuel.amount)

const ROWS: Record<Target, (book: Book) => string[][]> = {
  'lubelogger-services': ({ services }) =>
    tableOf(services, {
      Date: day,
      Description: task,
      // The app refuses rows without both numbers.
      Cost: (row) => row.cost || '0',
      Notes: notes,
      Odometer: (row) => row.odometer || '0',
      Tags: nothing,
    }),
  'lubelogger-fuel': ({ fills }) =>
    tableOf(fills, {
      Date: day,
      Odometer: (row) => row.odometer || '0',
      FuelConsumed: amount,
      Cost: (row) => row.cost || '0',
      FuelEconomy: nothing,
      IsFillToFull: ({ fuel }) => (fuel.part ? 'False' : 'True'),
      MissedFuelUp: ({ fuel }) => (fuel.missed ? 'True' : 'False'),
      Notes: notes,
      Tags: nothing,
    }),
  fuelly: ({ title, distance, fuelUnit, fills }) =>
    tableOf(fills, {
      car_name: () => title,
      odometer,
      [distance === 'km' ? 'km' : 'miles']: nothing,
      [fuelUnit === 'L' ? 'litres' : 'gallons']: amount,
      price: unitPrice,
      fuelup_date: day,
      notes,
      missed_fuelup: ({ fuel }) => (fuel.missed ? '1' : '0'),
      partial_fuelup: ({ fuel }) => (fuel.part ? '1' : '0'),
    }),
  drivvo: ({ distance, fuelUnit, fills, services }) => {
    const head = `Odometer (${distance})`
    const time = (row: Row) => `${row.day} 12:00:00`
    return [
      ['##Refuelling'],
      ...tableOf(fills, {
        [head]: odometer,
        Date: time,
        Fuel: nothing,
        [`Price / ${fuelUnit}`]: unitPrice,
        'Total cost': cost,
        Volume: amount,
        'Full tank': ({ fuel }) => (fuel.part ? 'No' : 'Yes'),
        Notes: notes,
      }),
      ['##Service'],
      ...tableOf(services, {
        [head]: odometer,
        Date: time,
        'Total cost': cost,
        'Type of service': task,
        Place: nothing,
        Notes: notes,
      }),
    ]
  },
  'spritmonitor-fuel': ({ fills, currency }) =>
    tableOf(fills, {
      Datum: dotted,
      'Km-Stand': odometer,
      'Teil-Km': nothing,
      Spritmenge: (row) => comma(amount(row)),
      Kosten: (row) => comma(row.cost),
      Währung: () => currency,
      // Full, partial, the first one to count from, or none to count from.
      Tankart: ({ fuel: { part, missed } }) => (part ? (missed ? '0' : '2') : missed ? '3' : '1'),
      Bemerkung: notes,
    }),
  'spritmonitor-costs': ({ services, currency }) =>
    tableOf(services, {
      Datum: dotted,
      'Km-Stand': odometer,
      Kostenart: codeOf,
      Bezeichnung: task,
      Kosten: (row) => comma(row.cost || '0.00'),
      Währung: () => currency,
      Bemerkung: notes,
    }),
}

const unitPrice = (row: Fill) =>
  row.cost === '' ? '' : String(Number((Number(row.cost) / row.fuel.amount).toFixed(4)))

/** Spritmonitor's number of a job; maintenance by default. */
const codeOf = (row: Row) =>
  Object.entries(SPRITMONITOR).find(
    ([, words]) => words.toLowerCase() === row.task.toLowerCase(),
  )?.[0] ?? '1'

const dotted = (row: Row) => row.day.split('-').toReversed().join('.')
const comma = (number: string) => number.replace('.', ',')
