import { afterEach, expect, test, vi } from 'vitest'

import { ENGLISH, speakBy } from '#shared/words/words.ts'
import type { EntryValues } from './entryForm.ts'

import { Lots } from '#shared/testSeeded.ts'
import { readEntry } from './readEntry.ts'

afterEach(() => {
  speakBy(() => ENGLISH)
  vi.unstubAllGlobals()
})

const RIGHT = { task: 'Oil change', day: '2026-03-01', mileage: '', cost: '', vin: '', every: '' }

function read(typed: Partial<EntryValues>, fuel = '') {
  const fillUp = { fuel, fuelUnit: 'L', isPart: false, isMissed: false }
  const other = { everyMonths: '', notes: '', unit: 'km', currency: 'USD' } as const
  return readEntry({ ...RIGHT, ...other, ...fillUp, vehicle: null, kit: null, ...typed })
}
const mileageOf = (mileage: string) => read({ mileage })

test('a mileage is read with the marks that the language has between thousands', () => {
  expect(mileageOf('91,200').cells?.['mileageKm']).toBe(91_200)
  expect(mileageOf('91 200').cells?.['mileageKm']).toBe(91_200)
  // Mileage is in whole units.
  expect(mileageOf('91.2').errors?.mileage).toBeTruthy()
  expect(mileageOf('91.200').errors?.mileage).toBeTruthy()
  speakBy(() => ({ tag: 'de', catalogue: {} }))
  expect(mileageOf('1.091.200').cells?.['mileageKm']).toBe(1_091_200)
  expect(mileageOf('91.2').errors?.mileage).toBeTruthy()
})

test('fuel that may be a thousand or have three decimals is asked about', () => {
  const fuel = (amount: string) => {
    const { cells, errors } = read({}, amount)
    return errors?.fuel ?? cells?.['fuel']
  }
  const of = (amount: number) => ({ amount, unit: 'L' })
  const twoWays = (amount: string) =>
    `“${amount}” can be read in two ways. Write 1234, or 1.2340 for the smaller amount.`
  // As a pump shows it.
  expect(fuel('12.345')).toEqual(of(12.345))
  expect(fuel('12,5')).toEqual(of(12.5))
  expect(fuel('1,234')).toBe(twoWays('1,234'))
  expect(fuel('1,234.5')).toEqual(of(1_234.5))
  expect(fuel('1.2340')).toEqual(of(1.234))
  vi.stubGlobal('navigator', { language: 'de-DE' })
  expect(fuel('12,345')).toEqual(of(12.345))
  expect(fuel('1.234')).toBe(twoWays('1.234'))
  expect(fuel('1.234,5')).toEqual(of(1_234.5))
  expect(fuel('1234')).toEqual(of(1_234))
})

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

test(`what is no value of its field is refused in words, whatever it is, seed ${SEED}`, () => {
  const lots = new Lots(SEED)
  const figure = () => String(1 + Math.floor(lots.chance() * 8))
  const WRONG: (() => string)[] = [
    () => lots.pick(['many', '☃', '\u202ex', '½', '９０', 'NaN', '=A1', 'мало', 'x'.repeat(900)]),
    () => `-${figure()}`,
    () => `(${figure()}${figure()})`,
    () => `${figure()}${lots.pick(['-', ' or ', '..', ':', '/', ' x '])}${figure()}${figure()}`,
    () => `${figure()}.${figure()}.${figure()}`,
    () => `${figure()}e${figure()}`,
    () => `${figure()} parsecs`,
    () => figure().repeat(13),
  ]
  const FIELDS = ['mileage', 'cost', 'every', 'everyMonths', 'day', 'fuel'] as const
  for (let draw = 0; draw < 400; draw++) {
    const field = lots.pick(FIELDS)
    const wrong = lots.pick(WRONG)()
    const { errors, cells } = field === 'fuel' ? read({}, wrong) : read({ [field]: wrong })
    const about = `${field}: ${JSON.stringify(wrong)}, seed ${SEED}`
    expect(cells, about).toBeUndefined()
    expect(Object.keys(errors ?? {}), about).toEqual([field])
    expect(errors?.[field], about).toMatch(/[a-z].*\.$/)
  }
})
