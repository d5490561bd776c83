import type { VinDetails } from '#shared/vehicles/decodeVin.ts'
import { type Later, later } from '#shared/words/words.ts'

/** Details of a vehicle in display order, with labels. */
export const DETAIL_NAMES: readonly (readonly [keyof VinDetails, Later])[] = [
  ['trim', later('Trim')],
  ['series', later('Series')],
  ['bodyClass', later('Body')],
  ['engineDisplacement', later('Engine, liters')],
  ['engineCylinders', later('Cylinders')],
  ['engineConfiguration', later('Engine layout')],
  ['engineHorsepower', later('Horsepower')],
  ['driveType', later('Drive')],
]
