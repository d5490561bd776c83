import { type Vehicle, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { readRecentBuilds } from '../../data/kits/index/ownBuilds.ts'

const KITS_READ = 20

/** Distinct vehicles of own kits, latest first. */
export async function readRecentVehicles(): Promise<Vehicle[]> {
  const byTitle = new Map<string, Vehicle>()
  for (const { kit } of await readRecentBuilds(KITS_READ)) {
    const { vehicle } = kit
    if (vehicle && !byTitle.has(vehicleTitle(vehicle))) byTitle.set(vehicleTitle(vehicle), vehicle)
  }
  return [...byTitle.values()]
}
