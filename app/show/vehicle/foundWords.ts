/** What a vehicle that was found is called, and what comes once it is taken. Pure. */
import type { FoundVehicle } from '#shared/vehicles/findVehicles.ts'

import { quoted } from '#shared/text/quoted.ts'
import { vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'

export function foundWords(found: FoundVehicle): { title: string; note: string } {
  switch (found.kind) {
    case 'own':
      return {
        title: vehicleTitle(found.vehicle),
        note: ['In your kits', vehicleDetail(found.vehicle)].filter(Boolean).join(': '),
      }
    case 'vehicle':
      return { title: vehicleTitle(found), note: '' }
    case 'typed':
      return { title: vehicleTitle(found), note: 'As you typed it' }
    case 'model':
      return { title: `${found.make} ${found.model}`, note: 'Choose its year' }
    case 'make':
      return found.year === null
        ? { title: found.make, note: 'Choose year and model' }
        : { title: `${found.year} ${found.make}`, note: 'Choose its model' }
    case 'year':
      return { title: String(found.year), note: 'Choose make and model' }
    case 'vin':
      return { title: `VIN ${found.vin}`, note: 'See what it says' }
    case 'rest':
      return {
        title: [found.year, found.make, quoted(found.model)].filter(Boolean).join(' '),
        note: `In no list. Choose ${missing(found.year, found.make)}`,
      }
  }
}

function missing(year: number | null, make: string | null): string {
  if (year !== null) return 'its make'
  return make === null ? 'year and make' : 'its year'
}
