import { describe, expect, test } from 'vitest'

import { compare, countOf, sayDifference, valuesOf, withUnsent, type Row } from './compare.ts'

const NODE = 'AAAAAAAA'
const stamp = (ms: number) => `${String(ms).padStart(9, '0')}00${NODE}`

const line = (id: string, name: string, at = 1): Row => ({
  kind: 'line',
  id,
  kit: 'K',
  cells: { name: [name, stamp(at)] },
})

describe('two readings of the same data', () => {
  test('are the same whatever order they come in, also when the newer one says more', () => {
    const before = new Map([
      ['a', { name: 'Oil', list: [1, 2] }],
      ['b', { name: 'Plug' }],
    ])
    const after = new Map([
      ['b', { name: 'Plug', unit: 'pcs' }],
      ['a', { list: [1, 2], name: 'Oil' }],
    ])
    expect(countOf(compare(before, after))).toBe(0)
  })

  test('differ by a row that is gone, one that came twice, and a value that changed', () => {
    const before = valuesOf([line('1', 'Oil'), line('2', 'Plug'), line('3', 'Seal')])
    const after = valuesOf([line('1', 'Oil'), line('3', 'Zeal'), line('4', 'Oil')])
    const difference = compare(before, after)
    expect(difference).toEqual({
      gone: ['line 2'],
      changed: ['line 3.name'],
      added: ['line 4'],
    })
    expect(sayDifference(difference)).toBe(
      '1 gone (line 2), 1 changed (line 3.name), 1 added (line 4)',
    )
  })

  test('differ by a field that is gone and by a list that is longer', () => {
    const before = new Map([['answer', { total: '1.00', parts: ['Oil'] }]])
    const after = new Map([['answer', { parts: ['Oil', 'Oil'] }]])
    expect(compare(before, after).changed).toEqual(['answer.total', 'answer.parts (1 became 2)'])
  })
})

describe('what has to be there once everything was sent', () => {
  test('is every row once, with the later value of each cell', () => {
    const stored = [line('1', 'Oil', 1), line('2', 'Plug', 5)]
    const unsent = [line('1', 'Oil, 5 L', 2), line('2', 'late', 4), line('3', 'Seal', 6)]
    expect([...valuesOf(withUnsent(stored, unsent)).values()]).toEqual([
      { kit: 'K', name: 'Oil, 5 L' },
      { kit: 'K', name: 'Plug' },
      { kit: 'K', name: 'Seal' },
    ])
  })

  test('lacks an edit that was dropped on the way', () => {
    const wanted = valuesOf(withUnsent([line('1', 'Oil', 1)], [line('1', 'Oil, 5 L', 2)]))
    expect(compare(wanted, valuesOf([line('1', 'Oil', 1)])).changed).toEqual(['line 1.name'])
  })
})
