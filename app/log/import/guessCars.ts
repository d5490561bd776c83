import type { LogEntry } from '#shared/kinds/maintenance.ts'
import type { EntryVehicle } from '../entry/entryForm.ts'
import type { FileEntry } from './readEntries.ts'

import { findVehicles } from '#shared/vehicles/findVehicles.ts'
import { isSameMileage } from './planImport.ts'

/**
 * Guesses the vehicle of a name in a file: one whose log shares readings with it, as after an
 * earlier import; an own vehicle by name, or the vehicle the name itself spells out. An unnamed car
 * is the only own one, if there is only one.
 * @param entries of that name
 */
export function guessCar(
  name: string,
  entries: readonly FileEntry[],
  own: readonly EntryVehicle[],
  log: readonly LogEntry[],
): EntryVehicle | undefined {
  const readings = new Map(entries.map((entry) => [entry.day, entry.mileage]))
  const known = log.find(({ day, vehicle, mileage }) => {
    const read = readings.get(day)
    return vehicle && mileage && read && isSameMileage(mileage, read)
  })
  if (known) return known
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
