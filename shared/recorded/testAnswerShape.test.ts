import { expect, test } from 'vitest'

import { misfits, placesOnlyIn, shapeOf } from './testAnswerShape.ts'

const heard = shapeOf([
  { parts: [{ brand: 'Corvane', price: 9.99 }], next: null },
  { parts: [{ brand: 'Corvane', price: null, isDemo: true }], next: null },
])
const against = (answer: Parameters<typeof shapeOf>[0][number]) => misfits(shapeOf([answer]), heard)

test('an answer may be as any that was heard', () => {
  expect(against({ parts: [], next: null })).toEqual([])
  expect(against({ parts: [{ brand: '', price: null }], next: null })).toEqual([])
  expect(against({ parts: [{ brand: '', price: 1, isDemo: false }], next: null })).toEqual([])
})

test('a key that was renamed is missing by one name and not recorded by the other', () => {
  expect(against({ parts: [{ make: 'Corvane', price: 1 }], next: null })).toEqual([
    'parts[].make is not recorded (it is string)',
    'parts[].brand is missing',
  ])
})

test('one element of many is looked at like the first', () => {
  const parts = [{ brand: '', price: 1 }, { brand: '', price: 1 }, { price: 1 }]
  expect(against({ parts, next: null })).toEqual(['parts[].brand is absent, recorded is string'])
})

test('another type is none of those recorded, and null is one', () => {
  expect(against({ parts: [{ brand: null, price: '1' }], next: null })).toEqual([
    'parts[].brand is null, recorded is string',
    'parts[].price is string, recorded is number or null',
  ])
  expect(against([])).toEqual([' is list, recorded is object', 'parts is missing'].slice(0, 1))
})

test('what was only null, or empty, does not tell what else may stand there', () => {
  const empty = shapeOf([{ rows: [], standby: null }])
  const full = shapeOf([{ rows: [{ id: 1 }], standby: { isUsed: true } }])
  expect(misfits(full, empty)).toEqual([])
  expect(misfits(empty, full)).toEqual(['standby is null, recorded is object'])
  expect(placesOnlyIn(full, empty)).toEqual(['rows[]', 'standby.isUsed'])
})

test('keys that are data are not compared, and a page may have a next one', () => {
  const one = shapeOf([{ states: { done: 1 }, next: null }])
  expect(misfits(shapeOf([{ states: { failed: 2 }, next: '1-x' }]), one)).toEqual([])
})
