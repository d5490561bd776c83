/** Whether tables of the world, and damaged ones, are read as a person reads them. */
import { expect, test } from 'vitest'

import { damagedBy, silentIn } from './damages.ts'
import { drawnBy } from './drawn.ts'
import { readingOf } from './reading.ts'
import { shapesOf, type Table, tableOf } from './tables.ts'

const SHAPES = [...shapesOf('english.txt'), ...shapesOf('others.txt')]
/** Share of cells read right. */
const LEAST_RIGHT = 0.98
/** `TABLES=whole` draws as many damages as the promise is about. */
const DAMAGES = process.env['TABLES'] === 'whole' ? 20_000 : 1_000

function expectRead(tables: readonly Table[]): void {
  const readings = tables.map((table) => readingOf(table))
  expect(readings.flatMap(({ silent }) => silent)).toEqual([])
  const sum = (of: 'right' | 'cells') => readings.reduce((all, reading) => all + reading[of], 0)
  const wrong = readings.flatMap((reading) => reading.wrong)
  expect(sum('right') / sum('cells'), wrong.slice(0, 20).join('\n')).toBeGreaterThan(LEAST_RIGHT)
}

test('of 200 tables 98 of 100 cells are read right, and no amount is wrong without a word', () => {
  expect(
    new Set(
      SHAPES.map((shape) =>
        JSON.stringify([shape.columns, shape.frame, shape.money, shape.options]),
      ),
    ).size,
  ).toBe(200)
  expectRead(SHAPES.map(tableOf))
})

test('so are 100 that are drawn by seed', () => {
  expectRead(Array.from({ length: 100 }, (_, at) => drawnBy(at + 1, SHAPES)))
})

test('in a kit of another currency a table that names its own is read in that, or asked about', () => {
  const named = SHAPES.flatMap((shape, at) => {
    const heads = shape.columns.flatMap(({ head, kind }) => (kind === 'price' ? [head] : []))
    const isNamed =
      shape.columns.some(({ kind }) => kind === 'currency') ||
      /[\p{Sc}]/u.test(shape.money + heads.join()) ||
      heads.some((head) => head.includes(shape.currency))
    return isNamed ? [tableOf(shape, at)] : []
  })
  expect(named.length).toBeGreaterThan(100)
  const silent = named.flatMap((table) => readingOf(table, 'ZAR').silent)
  expect(silent.filter((what) => what.includes(': price '))).toEqual([])
})

test(`of ${DAMAGES} damaged tables no amount or quantity is wrong without a word`, () => {
  const texts = SHAPES.filter(({ frame }) => frame !== 'html')
  const silent = Array.from({ length: DAMAGES }, (_, seed) => {
    const damaged = damagedBy(seed, texts)
    return silentIn(damaged).map(
      (what) => `seed ${seed}, ${damaged.what}, ${damaged.table.title}: ${what}`,
    )
  })
  expect(silent.flat()).toEqual([])
})
