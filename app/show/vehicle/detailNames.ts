import type { VinDetails } from '#shared/vehicles/decodeVin.ts'

/** The details of a vehicle in the order they are shown, with what people call them. */
export const DETAIL_NAMES: readonly (readonly [keyof VinDetails, string])[] = [
  ['trim', 'Trim'],
  ['series', 'Series'],
  ['bodyClass', 'Body'],
  ['engineDisplacement', 'Engine, liters'],
  ['engineCylinders', 'Cylinders'],
  ['engineConfiguration', 'Engine layout'],
  ['engineHorsepower', 'Horsepower'],
  ['driveType', 'Drive'],
]
