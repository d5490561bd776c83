import type { EntryVehicle } from '../entryForm.ts'

import { findVehicles } from '#shared/vehicles/findVehicles.ts'

/**
 * The vehicle that a name in a file means: one's own, or one that the name says whole. A file of one
 * car without a name is of the only one there is.
 */
export function guessCar(name: string, own: readonly EntryVehicle[]): EntryVehicle | undefined {
  if (name === '') return own.length === 1 ? own[0] : undefined
  const vehicles = own.flatMap(({ vehicle }) => vehicle ?? [])
  for (const found of findVehicles(name, null, vehicles, 3)) {
    if (found.kind === 'own') return own.find(({ vehicle }) => vehicle === found.vehicle)
    if (found.kind === 'typed') {
      const { year, make, model } = found
      return { vehicle: { year, make, model }, vin: '' }
    }
  }
  return undefined
}
