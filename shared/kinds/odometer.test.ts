import { describe, expect, test } from 'vitest'

import type { Read } from './odometer.ts'

import { workUnits } from '../testProcessor.ts'
import { Lots } from '../testSeeded.ts'
import { type DistanceUnit, milesOf } from './distance.ts'
import { oddReadings } from './odometer.ts'

/** "01-31 90500 new", of one year, in miles. */
function reads(...texts: string[]): Read[] {
  return texts.map((text) => {
    const [day, value = '', unit, mark] = text.split(' ')
    const mileage = value === '-' ? null : { value: Number(value), unit: unit as DistanceUnit }
    return { day: `2026-${day}`, mileage, newOdometer: mark === 'new' }
  })
}
const said = ({ odd }: ReturnType<typeof oddReadings<Read>>) =>
  [...odd].map(([one, other]) => `${one.mileage?.value} beside ${other.mileage.value}`)
const oddOf = (fresh: readonly string[], stored: readonly string[] = []) =>
  said(oddReadings(reads(...stored), reads(...fresh)))

describe('a reading is odd', () => {
  test('below one of an earlier day, in a file sorted either way', () => {
    const file = ['01-01 90500 mi', '02-01 91000 mi', '03-01 90900 mi', '04-01 91500 mi']
    expect(oddOf(file)).toEqual(['90900 beside 91000'])
    expect(oddOf(file.toReversed())).toEqual(['90900 beside 91000'])
  })

  test('and it alone, where it is the one that is off: the first, the last, or ten times too high', () => {
    expect(oddOf(['01-01 905000 mi', '02-01 90600 mi', '03-01 90700 mi'])).toEqual([
      '905000 beside 90600',
    ])
    expect(oddOf(['01-01 9050 mi', '02-01 90600 mi', '03-01 90700 mi'])).toEqual([
      '9050 beside 90600',
    ])
    expect(oddOf(['01-01 90500 mi', '02-01 90600 mi', '03-01 907000 mi'])).toEqual([
      '907000 beside 90600',
    ])
    expect(oddOf(['01-01 90500 mi', '02-01 97000 mi', '03-01 90700 mi', '04-01 90800 mi'])).toEqual(
      ['97000 beside 90700'],
    )
  })

  test('not on the same day as another, whose order is unknown, unless it is ten times that', () => {
    expect(oddOf(['01-01 90500 mi', '02-01 90600 mi', '02-01 90550 mi'])).toEqual([])
    expect(oddOf(['02-01 90550 mi'], ['01-01 90500 mi', '02-01 90600 mi'])).toEqual([])
    expect(oddOf(['02-01 906000 mi'], ['01-01 90500 mi', '02-01 90600 mi'])).toHaveLength(1)
  })

  test('beside those in the log, which are not asked about', () => {
    const stored = ['06-01 95000 mi', '02-01 90000 mi']
    expect(oddOf(['03-01 96000 mi', '04-01 92000 mi', '01-01 91000 mi'], stored)).toEqual([
      '91000 beside 90000',
      '96000 beside 92000',
    ])
    expect(oddOf(['07-01 94000 mi', '08-01 94500 mi'], stored)).toEqual([
      '94000 beside 95000',
      '94500 beside 95000',
    ])
    expect(oddOf([], ['01-01 90000 mi', '02-01 5 mi'])).toEqual([])
  })

  test('across units in the same one', () => {
    expect(oddOf(['02-01 144841 km'], ['01-01 90000 mi'])).toEqual([])
    expect(oddOf(['02-01 100000 km'], ['01-01 90000 mi'])).toEqual(['100000 beside 90000'])
    expect(oddOf(['02-01 90001 mi'], ['01-01 144842 km'])).toEqual([])
  })

  test('not beside a replaced odometer, in the log or in the file', () => {
    const stored = ['01-01 210000 mi', '02-01 5 mi new']
    expect(oddOf(['01-15 210300 mi', '03-01 900 mi'], stored)).toEqual([])
    expect(oddOf([...stored, '03-01 900 mi'])).toEqual([])
    expect(oddOf(['03-01 4 mi'], stored)).toEqual([])
    expect(oddOf(['04-01 800 mi', '03-01 900 mi'], stored)).toEqual(['800 beside 900'])
  })

  test('with few readings to compare it with: none, empty ones, a car that begins', () => {
    expect(oddOf(['01-01 90000 mi'])).toEqual([])
    expect(oddOf(['01-01 90000 mi', '02-01 -', '03-01 90500 mi'])).toEqual([])
    expect(oddOf(['01-01 40 mi', '02-01 900 mi', '03-01 9000 mi'])).toEqual([])
  })
})

test('without the odd ones, and with those of before, every reading rises', () => {
  const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  const lots = new Lots(SEED)
  for (let draw = 0; draw < 300; draw++) {
    let at = 20_000
    const all = Array.from({ length: 12 }, (_, day): Read => {
      at += Math.floor(lots.chance() * 900)
      const slip = lots.pick([1, 1, 1, 1, 1, 10, 0.1])
      const mileage = { value: Math.round(at * slip), unit: 'mi' } as const
      return { day: `2026-01-${String(10 + day)}`, mileage, newOdometer: false }
    })
    const { odd } = oddReadings([], all)
    const left = all
      .filter((one) => !odd.has(one))
      .map(({ mileage }) => mileage && milesOf(mileage))
    expect(left, `seed ${SEED}`).toEqual(left.toSorted((a, b) => Number(a) - Number(b)))
    expect(odd.size, `seed ${SEED}`).toBeLessThan(12)
  }
})

test('a full log is compared in little time', async () => {
  const all = Array.from({ length: 10_000 }, (_, at): Read => {
    const day = new Date(Date.UTC(2000, 0, 1 + (at % 5_000))).toISOString().slice(0, 10)
    return {
      day,
      mileage: { value: 1_000 + ((at * 7_919) % 90_000), unit: 'km' },
      newOdometer: false,
    }
  })
  expect(oddReadings([], all).odd.size).toBeGreaterThan(9_000)
  expect(await workUnits(() => oddReadings([], all))).toBeLessThan(20)
})

describe('a new odometer', () => {
  const startsOf = (fresh: readonly string[], stored: readonly string[] = []) =>
    [...oddReadings(reads(...stored), reads(...fresh)).starts].map(([{ mileage }, isSure]) => [
      mileage?.value,
      isSure,
    ])

  test('begins where the readings fall, and for sure where they go on near zero', () => {
    const file = ['01-01 210000 mi', '01-20 210500 mi', '02-01 180000 mi', '03-01 181000 mi']
    expect(startsOf(file)).toEqual([[180_000, false]])
    const stored = ['01-01 210000 mi']
    expect(startsOf(['02-01 5 mi', '03-01 900 mi'], stored)).toEqual([[5, true]])
    expect(startsOf(['02-01 21001 mi', '03-01 21020 mi'], stored)).toEqual([[21_001, false]])
    expect(startsOf(['02-01 2101 mi', '03-01 210200 mi'], stored)).toEqual([[2_101, false]])
    expect(startsOf(['02-01 5 mi'], stored)).toEqual([[5, false]])
    expect(startsOf(['02-01 210001 mi', '03-01 210200 mi'], stored)).toEqual([])
  })
})
