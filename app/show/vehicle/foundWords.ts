/** What a vehicle that was found is called, and what comes once it is taken. Pure. */
import type { FoundVehicle } from '#shared/vehicles/findVehicles.ts'

import { quoted } from '#shared/text/quoted.ts'
import { vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'

export function foundWords(found: FoundVehicle): { title: string; note: string } {
  switch (found.kind) {
    case 'own':
      return {
        title: vehicleTitle(found.vehicle),
        note: ownNote(vehicleDetail(found.vehicle)),
      }
    case 'vehicle':
      return { title: vehicleTitle(found), note: '' }
    case 'typed':
      return { title: vehicleTitle(found), note: t('As you typed it') }
    case 'model':
      return { title: `${found.make} ${found.model}`, note: t('Choose its year') }
    case 'make':
      return found.year === null
        ? { title: found.make, note: t('Choose year and model') }
        : { title: `${found.year} ${found.make}`, note: t('Choose its model') }
    case 'year':
      return { title: String(found.year), note: t('Choose make and model') }
    case 'vin':
      return { title: `VIN ${found.vin}`, note: t('See what it says') }
    case 'rest':
      return {
        title: [found.year, found.make, quoted(found.model)].filter(Boolean).join(' '),
        note: missing(found.year, found.make),
      }
  }
}

const ownNote = (detail: string) =>
  detail === '' ? t('In your kits') : t('In your kits: {detail}', { detail })

function missing(year: number | null, make: string | null): string {
  if (year !== null) return t('In no list. Choose its make')
  return make === null ? t('In no list. Choose year and make') : t('In no list. Choose its year')
}
