import type { DistanceUnit } from '#shared/kinds/distance.ts'
import type { Usual } from './logFile.ts'

import { ownCurrency } from '../../device/currency.ts'

/** How a file is read that says nothing of it: as is usual where the browser's language is spoken. */
export function usualReading(distance: DistanceUnit, language: string): Usual {
  let region: string | undefined
  try {
    region = new Intl.Locale(language).maximize().region
  } catch {
    // Some browsers let people write anything there.
  }
  const isUs = region === 'US'
  return {
    distance,
    fuelUnit: distance === 'km' ? 'L' : region === 'GB' ? 'imp gal' : 'US gal',
    currency: ownCurrency(),
    order: isUs ? 'month' : 'day',
    year: new Date().getFullYear(),
  }
}
