import { afterEach, expect, test } from 'vitest'

import type { Cells } from '#shared/cells/cells.ts'
import type { KitParts } from './builds.ts'

import { isRowAlive } from '#shared/cells/cells.ts'
import { forks } from '../../sync/write/writeQueue.ts'
import { TypedCells } from './typedCells.ts'

afterEach(() => forks.clear())

const parts: KitParts = {
  p: 'd:1',
  kitId: 'copy',
  rows: new Map(),
  pending: new Map(),
  drafts: new Map(),
  moved: undefined,
}

test('what is typed into the original of a copy lies over the copy’s own rows', () => {
  forks.set('original', {
    kitId: 'copy',
    buildId: 'aaaaaa',
    ids: { original: 'copy', first: 'second' },
  })
  const typed = new TypedCells('copy')
  typed.note({ kind: 'line', id: 'first', kit: 'original', cells: { name: 'Funnel' } }, 1)
  typed.note({ kind: 'draft', id: 'first', kit: '', cells: { price: '12.' } }, 2)
  const over = typed.over(parts)
  expect([...over.pending.keys()]).toEqual(['second'])
  expect([...over.drafts]).toEqual([['second:price', '12.']])
  expect(typed.cellsOf(parts, 'line', 'second')['name']?.[0]).toBe('Funnel')
})

test('what is stored goes, and what was typed after it stays', () => {
  const typed = new TypedCells('copy')
  typed.note({ kind: 'line', id: 'a', kit: 'copy', cells: { name: 'Oil', qty: 2 } }, 1)
  typed.note({ kind: 'line', id: 'a', kit: 'copy', cells: { name: 'Oil filter' } }, 2)
  typed.forget(1)
  expect(Object.keys(typed.over(parts).pending.get('a')?.cells ?? {})).toEqual(['name'])
  typed.forget(2)
  expect(typed.isEmpty).toBe(true)
})

test('what was typed under the old id and under the new one is both there', () => {
  const ids = { original: 'copy', first: 'second' }
  forks.set('original', { kitId: 'copy', buildId: 'aaaaaa', ids })
  const typed = new TypedCells('copy')
  typed.note({ kind: 'line', id: 'first', kit: 'original', cells: { name: 'Funnel', qty: 2 } }, 1)
  typed.note({ kind: 'line', id: 'second', kit: 'copy', cells: { qty: 3 } }, 2)
  const valuesOf = (cells: Cells = {}) => [cells['name']?.[0], cells['qty']?.[0]]
  expect(valuesOf(typed.over(parts).pending.get('second')?.cells)).toEqual(['Funnel', 3])
  expect(valuesOf(typed.cellsOf(parts, 'line', 'second'))).toEqual(['Funnel', 3])
})

test('a removal that is given again is later than what was typed between', () => {
  const typed = new TypedCells('copy')
  const isAlive = () => isRowAlive(typed.cellsOf(parts, 'line', 'a'))
  for (const [at, cells] of [{ del: true }, { name: 'Oil' }, { del: true }].entries()) {
    typed.note({ kind: 'line', id: 'a', kit: 'copy', cells }, at)
    expect(isAlive()).toBe('name' in cells)
  }
})
