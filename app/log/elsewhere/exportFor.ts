/** The log of one vehicle as other apps import it: their columns, and one unit a file. */
import type { Distance, DistanceUnit } from '#shared/kinds/distance.ts'
import type { Fuel } from '#shared/kinds/fuel.ts'
import type { LogEntry, VehicleLog } from '#shared/kinds/maintenance.ts'

import { inUnit } from '#shared/kinds/distance.ts'
import { fuelIn } from '#shared/kinds/fuel.ts'
import { decimalOf, DOLLARS, formatPrice, moneyOf } from '#shared/money.ts'
import { csvText } from '#shared/text/csv.ts'
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
  /** Entries in it. */
  count: number
  /** Fill-ups that are left out: what they are measured in is no unit of the others. */
  left: number
}

/** As an app has it: the entries in its one unit of distance and of fuel. */
interface Book {
  distance: DistanceUnit
  fuelUnit: string
  /** Of its costs. */
  currency: string
  title: string
  services: Row[]
  fills: (Row & { fuel: Fuel })[]
}
type Row = Pick<LogEntry, 'task' | 'day' | 'notes'> & { odometer: string; cost: string }

export function exportFor(log: VehicleLog, usual: DistanceUnit, target: Target): ExportFile {
  const book = bookOf(log, usual)
  const isCosts = target === 'lubelogger-services' || target === 'spritmonitor-costs'
  const hasBoth = target === 'drivvo'
  const allFills = log.entries.filter(({ fuel }) => fuel).length
  return {
    text: WRITE[target](book),
    count: (isCosts || hasBoth ? book.services.length : 0) + (isCosts ? 0 : book.fills.length),
    left: isCosts ? 0 : allFills - book.fills.length,
  }
}

function bookOf({ entries, title, unit }: VehicleLog, usual: DistanceUnit): Book {
  const distance = unit ?? usual
  const fuelUnit = entries.find(({ fuel }) => fuel)?.fuel?.unit ?? 'L'
  const oldestFirst = entries.toReversed()
  // The others have one currency: what is in another is said in words.
  const currency = entries.map(({ cost }) => moneyOf(cost)).find(Boolean)?.currency ?? DOLLARS
  const rowOf = (entry: LogEntry): Row => ({
    task: entry.task,
    day: entry.day,
    odometer: odometer(entry.mileage, distance),
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

const odometer = (mileage: Distance | null, unit: DistanceUnit) =>
  mileage ? String(inUnit(mileage, unit).value) : ''

const WRITE: Record<Target, (book: Book) => string> = {
  'lubelogger-services': ({ services }) =>
    csvText([
      ['Date', 'Description', 'Cost', 'Notes', 'Odometer', 'Tags'],
      // It takes no row without a number in both.
      ...services.map(({ day, task, cost, notes, odometer: read }) => [
        day,
        task,
        cost || '0',
        notes,
        read || '0',
        '',
      ]),
    ]),
  'lubelogger-fuel': ({ fills }) =>
    csvText([
      [
        'Date',
        'Odometer',
        'FuelConsumed',
        'Cost',
        'FuelEconomy',
        'IsFillToFull',
        'MissedFuelUp',
        'Notes',
        'Tags',
      ],
      ...fills.map(({ day, odometer: read, fuel, cost, notes }) => [
        day,
        read || '0',
        String(fuel.amount),
        cost || '0',
        '',
        fuel.part ? 'False' : 'True',
        fuel.missed ? 'True' : 'False',
        notes,
        '',
      ]),
    ]),
  fuelly: ({ title, distance, fuelUnit, fills }) =>
    csvText([
      [
        'car_name',
        'odometer',
        distance === 'km' ? 'km' : 'miles',
        fuelUnit === 'L' ? 'litres' : 'gallons',
        'price',
        'fuelup_date',
        'notes',
        'missed_fuelup',
        'partial_fuelup',
      ],
      ...fills.map(({ day, odometer: read, fuel, cost, notes }) => [
        title,
        read,
        '',
        String(fuel.amount),
        unitPrice(cost, fuel),
        day,
        notes,
        fuel.missed ? '1' : '0',
        fuel.part ? '1' : '0',
      ]),
    ]),
  drivvo: ({ distance, fuelUnit, fills, services }) => {
    const head = `Odometer (${distance})`
    const perUnit = `Price / ${fuelUnit}`
    const fuels = fills.map(({ day, odometer: read, fuel, cost, notes }) => [
      read,
      `${day} 12:00:00`,
      '',
      unitPrice(cost, fuel),
      cost,
      String(fuel.amount),
      fuel.part ? 'No' : 'Yes',
      notes,
    ])
    const jobs = services.map(({ day, odometer: read, cost, task, notes }) => [
      read,
      `${day} 12:00:00`,
      cost,
      task,
      '',
      notes,
    ])
    return csvText([
      ['##Refuelling'],
      [head, 'Date', 'Fuel', perUnit, 'Total cost', 'Volume', 'Full tank', 'Notes'],
      ...fuels,
      ['##Service'],
      [head, 'Date', 'Total cost', 'Type of service', 'Place', 'Notes'],
      ...jobs,
    ])
  },
  'spritmonitor-fuel': ({ fills, currency }) =>
    semicolons([
      ['Datum', 'Km-Stand', 'Teil-Km', 'Spritmenge', 'Kosten', 'Währung', 'Tankart', 'Bemerkung'],
      ...fills.map(({ day, odometer: read, fuel, cost, notes }) => [
        dotted(day),
        read,
        '',
        comma(String(fuel.amount)),
        comma(cost),
        currency,
        fuel.missed ? '2' : fuel.part ? '0' : '1',
        notes,
      ]),
    ]),
  'spritmonitor-costs': ({ services, currency }) =>
    semicolons([
      ['Datum', 'Km-Stand', 'Kostenart', 'Bezeichnung', 'Kosten', 'Währung', 'Bemerkung'],
      ...services.map(({ day, odometer: read, task, cost, notes }) => [
        dotted(day),
        read,
        codeOf(task),
        task,
        comma(cost || '0.00'),
        currency,
        notes,
      ]),
    ]),
}

const unitPrice = (cost: string, { amount }: Fuel) =>
  cost === '' ? '' : String(Number((Number(cost) / amount).toFixed(4)))

/** Spritmonitor's number for a job; that of maintenance for what has none. */
const codeOf = (task: string) =>
  Object.entries(SPRITMONITOR).find(
    ([, words]) => words.toLowerCase() === task.toLowerCase(),
  )?.[0] ?? '1'

const dotted = (day: string) => day.split('-').toReversed().join('.')
const comma = (number: string) => number.replace('.', ',')

const semicolons = (rows: string[][]) => csvText(rows, ';')
