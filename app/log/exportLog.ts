import type { Distance } from '#shared/kinds/distance.ts'
import type { Fuel } from '#shared/kinds/fuel.ts'
import type { VehicleLog } from '#shared/kinds/maintenance.ts'

import { csvText } from '#shared/text/csv.ts'
import type { Price } from '#shared/money.ts'
import { decimalOf, moneyOf } from '#shared/money.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'

const HEAD = [
  'Vehicle',
  'VIN',
  'Date',
  'Job',
  'Mileage',
  'Mileage unit',
  'Cost',
  'Cost currency',
  'Due after',
  'Due after unit',
  'Due after months',
  'Notes',
  'Fuel',
  'Fuel unit',
  'Tank',
  'New odometer',
]

/** The whole log as a table: a row an entry, vehicle by vehicle. */
export function logCsv(logs: readonly VehicleLog[]): string {
  const rows = logs.flatMap(({ entries, title }) =>
    entries.map((entry) => [
      entry.vehicle ? vehicleTitle(entry.vehicle) : title,
      entry.vin,
      entry.day,
      entry.task,
      ...measured(entry.mileage),
      ...costed(entry.cost),
      ...measured(entry.every),
      String(entry.everyMonths ?? ''),
      entry.notes,
      ...fuelled(entry.fuel),
      entry.newOdometer ? 'yes' : '',
    ]),
  )
  return csvText([HEAD, ...rows])
}

/** The amount and its currency, as it stands where this version cannot read it. */
function costed(cost: Price): [string, string] {
  const money = moneyOf(cost)
  return money ? [decimalOf(money), money.currency] : [String(cost ?? ''), '']
}

const measured = (distance: Distance | null) =>
  distance ? [String(distance.value), distance.unit] : ['', '']

const fuelled = (fuel: Fuel | null) =>
  fuel ? [String(fuel.amount), fuel.unit, tankOf(fuel)] : ['', '', '']

/** How full it was made, and whether the way to it is known. */
const tankOf = ({ part, missed }: Fuel) =>
  [part ? 'part' : 'full', missed && 'one missed before'].filter(Boolean).join(', ')

/** The same with everything that is stored of it, for other programs. */
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
