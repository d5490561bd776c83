/** Which places of a car a kit is about, and how much is there. */
import type { Place } from '#shared/vehicles/places.ts'

import { counted } from '#shared/text/counted.ts'
import { PLACES, placesOf } from '#shared/vehicles/places.ts'

/** What somebody wants to see: the lines that sit at one place. */
export interface PlaceChoice {
  place: Place
  /** Whether a line sits there. */
  isAt: (line: { name: string }) => boolean
}

export function choosePlace(place: Place): PlaceChoice {
  return { place, isAt: ({ name }) => placesOf(name).includes(place) }
}

/** How many of these names tell of each place, in the order of the car. */
export function countPlaces(names: readonly string[]): ReadonlyMap<Place, number> {
  const counts = new Map<Place, number>(PLACES.map((place) => [place, 0]))
  for (const name of names)
    for (const place of placesOf(name)) counts.set(place, (counts.get(place) ?? 0) + 1)
  return counts
}

/** "2 parts", "1 part, 3 jobs", "1 job" */
export function placeWords(parts: number, jobs: number): string {
  const words = [parts > 0 && counted(parts, 'part'), jobs > 0 && counted(jobs, 'job')]
  return words.filter(Boolean).join(', ')
}
