import { expect, test } from 'vitest'

import { problemSentence, problemTitle, valueText } from './problemWords.ts'

test('a refused value is named by its field and shown the way it was typed', () => {
  const price = { kind: 'line', cell: 'price', code: 'invalid_price', value: 129_900 } as const
  expect(problemTitle(price)).toBe('Unit price: not accepted')
  expect(valueText(price)).toBe('$1,299.00')
  expect(problemSentence(price.code)).toMatch(/^A price is between 0 and/)
})

test('a value that lost against a later one says so', () => {
  const name = { kind: 'kit', cell: 'name', code: 'overwritten', value: 'Brakes' } as const
  expect(problemTitle(name)).toBe('Kit name: changed elsewhere')
  expect(problemSentence(name.code)).toBe(
    'A later change replaced it. What you wrote is kept here.',
  )
})

test('a vehicle is text, and no value is no text', () => {
  const vehicle = { cell: 'vehicle', value: { year: 2008, make: 'Audi', model: 'S4' } }
  expect(valueText(vehicle)).toBe('2008 Audi S4')
  expect(valueText({ cell: 'vehicle', value: null })).toBe('')
})
