import { describe, expect, test } from 'vitest'

import type { Cells } from '../cells/cells.ts'

import { distanceCells, distanceIn, DISTANCE_UNITS, inUnit, sumOf } from './distance.ts'
import { MAX_EVERY, MAX_MILEAGE } from './logEntry.ts'
import { cellProblem } from './schema.ts'
import { packStamp } from '../cells/stamp.ts'

const stored = (values: Record<string, number | null>): Cells =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, [value, packStamp(1, 0, 'n')]]),
  )

describe('a distance', () => {
  test('comes back as it was typed, whatever its unit', () => {
    for (const unit of DISTANCE_UNITS) {
      for (let value = 0; value <= MAX_MILEAGE; value = Math.ceil(value * 1.01) + 1) {
        const cells = distanceCells({ value, unit }, 'mileage', 'mileageKm')
        expect(distanceIn(stored(cells), 'mileage', 'mileageKm')).toEqual({ value, unit })
        for (const [name, each] of Object.entries(cells)) {
          expect(cellProblem('log', name, each)).toBeNull()
        }
      }
    }
    const none = distanceCells(null, 'mileage', 'mileageKm')
    expect(distanceIn(stored(none), 'mileage', 'mileageKm')).toBeNull()
    expect(distanceIn({}, 'mileage', 'mileageKm')).toBeNull()
  })

  test('is never none where it is an interval', () => {
    for (const value of [1, 2, MAX_EVERY]) {
      const cells = distanceCells({ value, unit: 'km' }, 'everyMiles', 'everyKm')
      for (const [name, each] of Object.entries(cells)) {
        expect(cellProblem('log', name, each)).toBeNull()
      }
    }
  })

  test('in kilometers is right in miles too, for a version of the app that knows no others', () => {
    const cells = distanceCells({ value: 120_000, unit: 'km' }, 'mileage', 'mileageKm')
    expect(cells).toEqual({ mileage: 74_565, mileageKm: 120_000 })
  })

  test('is the miles where such a version changed these alone', () => {
    const cells = { ...distanceCells({ value: 120_000, unit: 'km' }, 'm', 'km'), m: 80_000 }
    expect(distanceIn(stored(cells), 'm', 'km')).toEqual({ value: 80_000, unit: 'mi' })
    expect(distanceIn(stored({ ...cells, m: null }), 'm', 'km')).toBeNull()
  })

  test('in the other unit is that of the odometers', () => {
    expect(inUnit({ value: 91_200, unit: 'mi' }, 'km')).toEqual({ value: 146_772, unit: 'km' })
    expect(inUnit({ value: 100, unit: 'km' }, 'mi')).toEqual({ value: 62, unit: 'mi' })
    expect(sumOf({ value: 1, unit: 'km' }, { value: 10, unit: 'mi' }).value).toBe(17)
  })
})
