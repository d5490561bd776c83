import type { Line } from '../kinds/kit.ts'
import type { Vehicle } from '../vehicles/vehicle.ts'

import { links } from '../links.ts'

/** Limit of a search query. */
const MOST = 200

/** Search path for a line without a part number; '' for a line without words. */
export function findLine(
  { name, manufacturer }: Pick<Line, 'name' | 'manufacturer'>,
  vehicle: Vehicle | null,
): string {
  const q = [manufacturer, name].filter(Boolean).join(' ').slice(0, MOST)
  if (q === '') return ''
  const { year, make, model } = vehicle ?? { year: '', make: '', model: '' }
  return links.parts({ q, year: String(year), make, model })
}
