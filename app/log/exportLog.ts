import type { Fuel } from '#shared/kinds/fuel.ts'
import type { VehicleLog } from '#shared/kinds/maintenance.ts'

import { sheetCsv, tableOf, type SheetCell } from '#shared/tables/csv.ts'
import { workbookOf } from '#shared/tables/writeWorkbook.ts'
import { decimalOf, moneyOf } from '#shared/money/money.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { browserLocale } from '../data/device/browserLocale.ts'

/** The log as CSV: a row per entry, vehicle by vehicle. */
export const logCsv = (logs: readonly VehicleLog[]): string =>
  sheetCsv(logTable(logs), browserLocale())

/** The same as a workbook. */
export const logWorkbook = (logs: readonly VehicleLog[]): Blob => workbookOf(logTable(logs))

function logTable(logs: readonly VehicleLog[]): SheetCell[][] {
  const rows = logs.flatMap(({ entries, title }) => entries.map((entry) => ({ ...entry, title })))
  return tableOf<(typeof rows)[number], SheetCell>(rows, {
    Vehicle: ({ vehicle, title }) => (vehicle ? vehicleTitle(vehicle) : title),
    VIN: ({ vin }) => vin,
    Date: ({ day }) => ({ day }),
    Job: ({ task }) => task,
    Mileage: ({ mileage }) => shown(mileage?.value),
    'Mileage unit': ({ mileage }) => shown(mileage?.unit),
    Cost: ({ cost }) => {
      const money = moneyOf(cost)
      return money ? { amount: decimalOf(money) } : shown(cost)
    },
    'Cost currency': ({ cost }) => moneyOf(cost)?.currency ?? '',
    'Due after': ({ every }) => shown(every?.value),
    'Due after unit': ({ every }) => shown(every?.unit),
    'Due after months': ({ everyMonths }) => shown(everyMonths),
    Notes: ({ notes }) => notes,
    Fuel: ({ fuel }) => shown(fuel?.amount),
    'Fuel unit': ({ fuel }) => shown(fuel?.unit),
    Tank: ({ fuel }) => (fuel ? tankOf(fuel) : ''),
    'New odometer': ({ newOdometer }) => (newOdometer ? 'yes' : ''),
  })
}

const shown = (value: string | number | null | undefined): SheetCell =>
  typeof value === 'number' ? { amount: String(value) } : (value ?? '')

/** Fill level, and whether the distance is known. */
const tankOf = ({ part, missed }: Fuel) =>
  [part ? 'part' : 'full', missed && 'one missed before'].filter(Boolean).join(', ')

/** The log as JSON with every stored field, for other programs. */
export function logJson(logs: readonly VehicleLog[]): string {
  const vehicles = logs.map(({ title, vin, mileage, due, entries }) => ({
    title,
    vin,
    mileage,
    due,
    entries: entries.map(({ id: _id, kit: _kit, ...entry }) => entry),
  }))
  return JSON.stringify({ format: 'wrenchlist maintenance log', version: 2, vehicles }, null, 2)
}
