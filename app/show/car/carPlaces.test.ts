import { expect, test } from 'vitest'

import { choosePlace, countPlaces, placeWords } from './carPlaces.ts'

test('each place counts the names that tell of it, one of both ends at both', () => {
  const counts = countPlaces(['Rotor FL', 'Hub, front left', 'Front and rear pads', 'Oil filter'])
  expect([...counts].filter(([, count]) => count > 0)).toEqual([
    ['Front left', 2],
    ['Front axle', 1],
    ['Rear axle', 1],
  ])
})

test('a chosen place has the lines that sit there, and no others', () => {
  const { isAt } = choosePlace('Front left')
  expect(isAt({ name: 'Rotor FL' })).toBe(true)
  expect(isAt({ name: 'Front pads' })).toBe(false)
  expect(isAt({ name: 'Oil filter' })).toBe(false)
})

test('what is there is counted in words', () => {
  expect(placeWords(2, 0)).toBe('2 parts')
  expect(placeWords(1, 3)).toBe('1 part, 3 jobs')
  expect(placeWords(0, 1)).toBe('1 job')
  expect(placeWords(0, 0)).toBe('')
})
