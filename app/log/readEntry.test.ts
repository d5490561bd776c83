import { afterEach, expect, test } from 'vitest'

import { ENGLISH, speakBy } from '#shared/words/words.ts'
import { readEntry } from './readEntry.ts'

afterEach(() => speakBy(() => ENGLISH))

const mileageOf = (mileage: string) => {
  const text = { task: 'Oil change', day: '2026-03-01', mileage, cost: '', vin: '', every: '' }
  return readEntry({
    text: { ...text, everyMonths: '', notes: '' },
    unit: 'km',
    vehicle: null,
    kit: null,
  })
}

test('a mileage is read with the marks that the language has between thousands', () => {
  expect(mileageOf('91,200').cells?.['mileageKm']).toBe(91_200)
  expect(mileageOf('91 200').cells?.['mileageKm']).toBe(91_200)
  // A tenth of a mile is no whole one.
  expect(mileageOf('91.2').errors?.mileage).toBeTruthy()
  expect(mileageOf('91.200').errors?.mileage).toBeTruthy()
  speakBy(() => ({ tag: 'de', catalogue: {} }))
  expect(mileageOf('1.091.200').cells?.['mileageKm']).toBe(1_091_200)
  expect(mileageOf('91.2').errors?.mileage).toBeTruthy()
})
