import type { Fuel } from '#shared/kinds/fuel.ts'
import type { VehicleLog } from '#shared/kinds/maintenance.ts'

import { csvText, tableOf } from '#shared/tables/csv.ts'
import type { Price } from '#shared/money/money.ts'
import { decimalOf, moneyOf } from '#shared/money/money.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'

/** The log as CSV: a row per entry, vehicle by vehicle. */
export function logCsv(logs: readonly VehicleLog[]): string {
  const rows = logs.flatMap(({ entries, title }) => entries.map((entry) => ({ ...entry, title })))
  return csvText(
    tableOf(rows, {
      Vehicle: ({ vehicle, title }) => (vehicle ? vehicleTitle(vehicle) : title),
      VIN: ({ vin }) => vin,
      Date: ({ day }) => day,
      Job: ({ task }) => task,
      Mileage: ({ mileage }) => shown(mileage?.value),
      'Mileage unit': ({ mileage }) => shown(mileage?.unit),
      Cost: ({ cost }) => costed(cost)[0],
      'Cost currency': ({ cost }) => costed(cost)[1],
      'Due after': ({ every }) => shown(every?.value),
      'Due after unit': ({ every }) => shown(every?.unit),
      'Due after months': ({ everyMonths }) => shown(everyMonths),
      Notes: ({ notes }) => notes,
      Fuel: ({ fuel }) => shown(fuel?.amount),
      'Fuel unit': ({ fuel }) => shown(fuel?.unit),
      Tank: ({ fuel }) => (fuel ? tankOf(fuel) : ''),
      'New odometer': ({ newOdometer }) => (newOdometer ? 'yes' : ''),
    }),
  )
}

const shown = (value: string | number | null | undefined) => String(value ?? '')

/** Amount and currency; unreadable prices stay as they are. */
function costed(cost: Price): [string, string] {
  const money = moneyOf(cost)
  return money ? [decimalOf(money), money.currency] : [shown(cost), '']
}

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
