import type { VehicleLog } from '#shared/kinds/maintenance.ts'
import type { EntryVehicle } from './entryForm.ts'

import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { readRecentBuilds } from '../kits/index/ownBuilds.ts'
import { titleOf } from './VehicleField.tsx'

const KITS_READ = 20
const MOST_SHOWN = 6

/** The vehicles of the log, and then those of the latest kits. */
export function useOwnVehicles(logs: readonly VehicleLog[]): EntryVehicle[] {
  const builds = useLiveQuery(() => readRecentBuilds(KITS_READ)) ?? []
  const all = [
    ...logs.map(({ entries, vin, unit }) => ({ vehicle: vehicleIn(entries), vin, unit })),
    ...builds.map(({ kit, vin }) => ({ vehicle: kit.vehicle, vin })),
  ]
  const own = new Map<string, EntryVehicle>()
  for (const one of all) {
    if (one.vehicle) own.set(titleOf(one), own.get(titleOf(one)) ?? one)
  }
  // Without a VIN it is the same car as the one that has one.
  const hasVin = new Set([...own.values()].filter(({ vin }) => vin).map(modelOf))
  return [...own.values()]
    .filter((one) => one.vin !== '' || !hasVin.has(modelOf(one)))
    .slice(0, MOST_SHOWN)
}

const modelOf = ({ vehicle }: EntryVehicle) => vehicle && vehicleTitle(vehicle)

const vehicleIn = (entries: VehicleLog['entries']) =>
  entries.find(({ vehicle }) => vehicle)?.vehicle ?? null
