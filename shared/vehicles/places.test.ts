import { describe, expect, test } from 'vitest'

import type { Place } from './places.ts'

import { hasPlace, PLACES, placesOf } from './places.ts'

const TOLD: readonly [name: string, ...places: Place[]][] = [
  ['Brake rotor, front left', 'Front left'],
  ['Front-left brake hose', 'Front left'],
  ['Left front wheel bearing', 'Front left'],
  ['Brake hose FL', 'Front left'],
  ['LF hub', 'Front left'],
  ['CV axle LHF', 'Front left'],
  ['NSF spring', 'Front left'],
  ['Caliper, driver side front', 'Front left'],
  ["Driver's side front strut", 'Front left'],
  ['Driver front window regulator', 'Front left'],
  ['Nearside front bulb', 'Front left'],
  ['Front right caliper', 'Front right'],
  ['Caliper FR', 'Front right'],
  ['RF tie rod', 'Front right'],
  ['Control arm, passenger side, front', 'Front right'],
  ['Headlight front RH', 'Front right'],
  ['Wheel speed sensor, rear left', 'Rear left'],
  ['Shock RL', 'Rear left'],
  ['LR shock', 'Rear left'],
  ['Back left wheel cylinder', 'Rear left'],
  ['Brake caliper, rear right', 'Rear right'],
  ['Shock absorber RR', 'Rear right'],
  ['OSR caliper', 'Rear right'],
  ['Passenger rear door seal', 'Rear right'],
  ['FRONT BRAKE PADS', 'Front axle'],
  ['Front axle seal', 'Front axle'],
  ['Front sway bar links, left and right', 'Front axle'],
  ['FL and FR brake hoses', 'Front axle'],
  ['Rear brake pads', 'Rear axle'],
  ['Rear axle bushing', 'Rear axle'],
  ['Rear differential fluid', 'Rear axle'],
  ['Back brakes', 'Rear axle'],
  ['Front and rear brake pads', 'Front axle', 'Rear axle'],
  ['Left bushings, front and rear', 'Front left', 'Rear left'],
  ['Driver side mirror', 'Left side'],
  ['Mirror, left', 'Left side'],
  ['Mirror LH', 'Left side'],
  ['Driver door handle', 'Left side'],
  ['Passenger’s side mirror', 'Right side'],
  ['Sill, offside', 'Right side'],
  ['Mirrors, left and right', 'Left side', 'Right side'],
  ['Engine mount', 'Engine bay'],
  ['Engine air filter', 'Engine bay'],
  ['Rear engine mount, left', 'Engine bay'],
  ['Under-hood light', 'Engine bay'],
  ['Cabin air filter', 'Cabin'],
  ['Glovebox latch', 'Cabin'],
  ['Interior trim clips', 'Cabin'],
  ['Rear-view mirror', 'Cabin'],
]

const SILENT = [
  '',
  'Oil filter',
  'Drain plug with seal',
  'Rear main seal',
  'Front crank seal',
  'Permatex The Right Stuff',
  'Right-angle drill',
  'Left-hand thread nut',
  'Impact driver',
  'Screwdriver',
  'Coolant 16 FL OZ',
  'Brake cleaner, 14 fl. oz',
  'RHD wiper arm',
  'Backing plate',
  'Seat bracket',
  'Copyright sticker',
  'fr. 12.50',
]

describe('a name that says where its part sits', () => {
  test.each(TOLD)('%s', (name, ...places) => {
    expect(placesOf(name)).toEqual(places)
    expect(hasPlace(name)).toBe(true)
  })

  test('leads to every place there is', () => {
    expect(new Set(TOLD.flatMap(([, ...places]) => places))).toEqual(new Set(PLACES))
  })
})

test.each(SILENT)('"%s" says nothing of where it sits', (name) => {
  expect(placesOf(name)).toEqual([])
  expect(hasPlace(name)).toBe(false)
})
