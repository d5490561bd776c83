/** Places of a car in a kit, with counts. */
import { parts as partsWords } from '#shared/kinds/partCounts.ts'
import { type Place, PLACES, placesOf } from '#shared/vehicles/places.ts'
import { type Later, later, many } from '#shared/words/words.ts'

/** Filter: lines at one place. */
export interface PlaceChoice {
  place: Place
  /** Whether a line is there. */
  isAt: (line: { name: string }) => boolean
}

/** Name of a place by itself, and inside a sentence. */
export const PLACE_WORDS: Readonly<Record<Place, { name: Later; inside: Later }>> = {
  'Engine bay': { name: later('Engine bay'), inside: later('engine bay') },
  'Front left': { name: later('Front left'), inside: later('front left') },
  'Front axle': { name: later('Front axle'), inside: later('front axle') },
  'Front right': { name: later('Front right'), inside: later('front right') },
  'Left side': { name: later('Left side'), inside: later('left side') },
  Cabin: { name: later('Cabin'), inside: later('cabin') },
  'Right side': { name: later('Right side'), inside: later('right side') },
  'Rear left': { name: later('Rear left'), inside: later('rear left') },
  'Rear axle': { name: later('Rear axle'), inside: later('rear axle') },
  'Rear right': { name: later('Rear right'), inside: later('rear right') },
}

export function choosePlace(place: Place): PlaceChoice {
  return { place, isAt: ({ name }) => placesOf(name).includes(place) }
}

/** Count of names per place, in the car's order. */
export function countPlaces(names: readonly string[]): ReadonlyMap<Place, number> {
  const counts = new Map<Place, number>(PLACES.map((place) => [place, 0]))
  for (const name of names)
    for (const place of placesOf(name)) counts.set(place, (counts.get(place) ?? 0) + 1)
  return counts
}

/** "2 parts", "1 part, 3 jobs", "1 job" */
export function placeWords(parts: number, jobs: number): string {
  const words = [
    parts > 0 && partsWords(parts),
    jobs > 0 && many(jobs, '{count} job', '{count} jobs'),
  ]
  return words.filter(Boolean).join(', ')
}
