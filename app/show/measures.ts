/** Units of measure, chosen on this device, by default the region's. */
import { create } from 'zustand'

import { type DistanceUnit, DISTANCE_UNITS } from '#shared/kinds/distance.ts'
import { later } from '#shared/words/words.ts'
import { readChoice, storeChoice } from '../ui/look/choice.ts'

export const DISTANCES = [
  { value: 'mi', name: later('Miles') },
  { value: 'km', name: later('Kilometers') },
] as const
export const TORQUE_UNITS = ['Nm', 'lb-ft'] as const
export const VOLUME_UNITS = ['L', 'US qt'] as const

export interface Measures {
  distance: DistanceUnit
  torque: (typeof TORQUE_UNITS)[number]
  volume: (typeof VOLUME_UNITS)[number]
}

/** Regions with miles on road signs (CLDR, measurement systems, and the United Kingdom's roads). */
const MILES = ['US', 'GB', 'LR', 'MM']

/** Region of a browser's language; bare English is American. */
export function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().region ?? ''
  } catch {
    // Some browsers let users enter anything there.
    return ''
  }
}

/** Default units of a browser's language. */
export function usualMeasures(language: string): Measures {
  const region = regionOf(language)
  return {
    distance: MILES.includes(region) ? 'mi' : 'km',
    torque: region === 'US' ? 'lb-ft' : 'Nm',
    volume: region === 'US' ? 'US qt' : 'L',
  }
}

function readMeasures(): Measures {
  const usual = usualMeasures(navigator.language)
  return {
    distance: readChoice('distance', DISTANCE_UNITS, usual.distance),
    torque: readChoice('torque', TORQUE_UNITS, usual.torque),
    volume: readChoice('volume', VOLUME_UNITS, usual.volume),
  }
}

/** For new input: stored values keep their unit. */
export const useMeasures = create(readMeasures)

export function chooseMeasure<Name extends keyof Measures>(name: Name, unit: Measures[Name]): void {
  storeChoice(name, unit)
  useMeasures.setState({ [name]: unit })
}
