import { expect, test } from 'vitest'

import type { FillUp, Fuel } from './fuel.ts'

import { cellProblem } from './schema.ts'
import { ENGLISH, speakBy } from '../words/words.ts'
import { consumptions, fuelText } from './fuel.ts'

let count = 0
const fillUp = (value: number, unit: 'mi' | 'km', fuel: Fuel | null): FillUp => ({
  id: `entry ${++count}`,
  day: '2026-05-01',
  newOdometer: false,
  mileage: { value, unit },
  fuel,
})
/** In the log's order: latest first. */
const said = (...entries: FillUp[]) => {
  const words = consumptions(entries.toReversed())
  return entries.map(({ id }) => words.get(id))
}

test.each([
  ['km', 'L', 500, 40, '8.0 L/100 km'],
  ['mi', 'US gal', 310, 10, '31.0 mpg'],
  ['mi', 'imp gal', 310, 10, '31.0 mpg (imp)'],
  ['mi', 'L', 310, 45.4609, '31.0 mpg (imp)'],
  ['km', 'US gal', 378.5411784, 10, '10.0 L/100 km'],
  ['km', 'kWh', 300, 54, '18.0 kWh/100 km'],
  ['mi', 'kWh', 190, 50, '3.8 mi/kWh'],
] as const)('by %s and %s a car uses %s on %s: %s', (unit, fuelUnit, way, amount, words) => {
  const full = { amount, unit: fuelUnit }
  expect(said(fillUp(1_000, unit, full), fillUp(1_000 + way, unit, full))).toEqual([
    undefined,
    words,
  ])
})

test('a tank that was not filled up counts for the next full one', () => {
  const entries = [
    fillUp(1_000, 'km', { amount: 30, unit: 'L' }),
    fillUp(1_200, 'km', { amount: 10, unit: 'L', part: true }),
    fillUp(1_500, 'km', { amount: 30, unit: 'L' }),
  ]
  expect(said(...entries)).toEqual([undefined, undefined, '8.0 L/100 km'])
})

test('the odometer of a car may change its unit', () => {
  const entries = [
    fillUp(1_000, 'mi', { amount: 30, unit: 'L' }),
    fillUp(2_109, 'km', { amount: 40, unit: 'L' }),
  ]
  expect(said(...entries)[1]).toBe('8.0 L/100 km')
})

test.each<[string, Fuel]>([
  ['where a fill-up was missed', { amount: 30, unit: 'L', missed: true }],
  ['in a unit that is not known here', { amount: 30, unit: 'kg' }],
  ['of fuel and electricity together', { amount: 30, unit: 'kWh' }],
])('nothing is said %s', (_, fuel) => {
  const entries = [fillUp(1_000, 'km', { amount: 30, unit: 'L' }), fillUp(1_500, 'km', fuel)]
  expect(said(...entries)).toEqual([undefined, undefined])
})

test('a unit of a newer version is kept, and shown as it is', () => {
  const fuel = { amount: 4.125, unit: 'kg H2' }
  expect(cellProblem('log', 'fuel', fuel)).toBeNull()
  expect(fuelText(fuel)).toBe('4.125 kg H2')
})

test.each([
  { amount: 0, unit: 'L' },
  { amount: '40', unit: 'L' },
  { amount: 40 },
  { amount: 40, unit: '' },
  { amount: 40, unit: 'a unit nobody has ever heard of' },
  { amount: 40, unit: 'L', part: false },
  { amount: 40, unit: 'L', note: 'a cell is no place for this' },
  40,
  [],
])('%j is no fill-up', (value) => {
  expect(cellProblem('log', 'fuel', value)).toBe('invalid_fuel')
})

test('amounts and figures are written as the language has them', () => {
  speakBy(() => ({ tag: 'de', catalogue: {} }))
  try {
    const full = { amount: 45.12, unit: 'L' }
    expect(fuelText(full)).toBe('45,12 L')
    const [, words] = said(fillUp(1_000, 'km', full), fillUp(1_600, 'km', full))
    expect(words).toBe('7,5 L/100 km')
  } finally {
    speakBy(() => ENGLISH)
  }
})

test('nothing is said of a way to another odometer, nor to a slip', () => {
  const full: Fuel = { amount: 40, unit: 'L' }
  const used = { ...fillUp(180_000, 'km', full), newOdometer: true }
  const swap = said(fillUp(150_000, 'km', full), used, fillUp(180_500, 'km', full))
  expect(swap).toEqual([undefined, undefined, '8.0 L/100 km'])
  const slip = said(
    fillUp(150_000, 'km', full),
    fillUp(15_050, 'km', full),
    fillUp(151_000, 'km', full),
  )
  expect(slip).toEqual([undefined, undefined, '8.0 L/100 km'])
})
