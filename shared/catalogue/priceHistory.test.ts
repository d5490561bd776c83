import { expect, test } from 'vitest'

import { lowestSteps, priceSteps, priceSummary } from './priceHistory.ts'

const window = { since: 100, until: 200 }
const seen = (...all: [at: number, cents: number][]) => all.map(([at, cents]) => ({ at, cents }))

test('a price stands until the next one is seen, and the last one until today', () => {
  expect(priceSteps(seen([110, 5], [150, 7]), window)).toEqual([
    { from: 110, to: 150, cents: 5 },
    { from: 150, to: 200, cents: 7 },
  ])
})

test('what was seen before the window stands at its beginning', () => {
  expect(priceSteps(seen([20, 9], [90, 5], [150, 7]), window)).toEqual([
    { from: 100, to: 150, cents: 5 },
    { from: 150, to: 200, cents: 7 },
  ])
})

test('equal prices in a row are one step, in whatever order they came', () => {
  expect(priceSteps(seen([150, 5], [120, 5], [110, 5]), window)).toEqual([
    { from: 110, to: 200, cents: 5 },
  ])
  expect(priceSteps(seen([110, 5], [120, 6], [120, 5]), window)).toEqual([
    { from: 110, to: 200, cents: 5 },
  ])
})

test('nothing seen is no step, and what comes after the window does not count', () => {
  expect(priceSteps([], window)).toEqual([])
  expect(priceSteps(seen([201, 5]), window)).toEqual([])
})

test('the lowest of several merchants changes when any of them does', () => {
  const one = priceSteps(seen([100, 8], [150, 5]), window)
  const two = priceSteps(seen([120, 6]), window)
  expect(lowestSteps([one, two])).toEqual([
    { from: 100, to: 120, cents: 8 },
    { from: 120, to: 150, cents: 6 },
    { from: 150, to: 200, cents: 5 },
  ])
})

test('in words: low, high, today, and how much that is beside the beginning', () => {
  const steps = priceSteps(seen([100, 1_000], [120, 1_200], [150, 820]), window)
  expect(priceSummary(steps)).toEqual({ low: 820, high: 1_200, last: 820, change: -0.18 })
  expect(priceSummary([])).toBeNull()
})
