import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Cell, Cells, Json } from './cells.ts'

import { beats, canonicalJson, isKitAlive, isRowAlive, isSameValue, mergeCells } from './cells.ts'
import { packStamp } from './stamp.ts'

// Few stamps, values and names, so equal stamps and ties are frequent.
const stamp = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom('aaaaaaaaa', 'bbbbbbbbb'))
  .map(([ms, node]) => packStamp(ms, 0, node))
const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'A'),
  fc.integer({ min: 0, max: 2 }),
  fc.constantFrom(null, true, false),
  fc.constant<Json>({ year: 2008, make: 'Audi' }),
  fc.constant<Json>({ make: 'Audi', year: 2008 }),
)
const cells: fc.Arbitrary<Cells> = fc.dictionary(
  fc.constantFrom('name', 'qty', 'del'),
  fc.tuple(value, stamp) as fc.Arbitrary<Cell>,
)

/** Canonical text, independent of key order. */
const text = (merged: Cells): string => canonicalJson(merged as unknown as Json)

describe('merging cells (I13)', () => {
  test('twice is once', () => {
    fc.assert(
      fc.property(cells, cells, (a, b) => {
        const once = mergeCells(a, b)
        expect(text(mergeCells(once, b))).toBe(text(once))
        expect(text(mergeCells(once, a))).toBe(text(once))
      }),
    )
  })

  test('does not depend on the order, equal stamps included', () => {
    fc.assert(
      fc.property(cells, cells, (a, b) => {
        expect(text(mergeCells(a, b))).toBe(text(mergeCells(b, a)))
      }),
    )
  })

  test('does not depend on the grouping', () => {
    fc.assert(
      fc.property(cells, cells, cells, (a, b, c) => {
        const left = mergeCells(mergeCells(a, b), c)
        expect(text(left)).toBe(text(mergeCells(a, mergeCells(b, c))))
      }),
    )
  })
})

test('on equal stamps the greater value wins on every device', () => {
  const at = packStamp(1, 0, 'aaaaaaaaa')
  expect(beats(['b', at], ['a', at])).toBe(true)
  expect(beats(['a', at], ['b', at])).toBe(false)
  expect(beats(['a', at], ['a', at])).toBe(false)
})

test('values are the same whatever the order of their keys', () => {
  expect(isSameValue({ a: 1, b: [2, null] }, { b: [2, null], a: 1 })).toBe(true)
  expect(isSameValue({ a: 1 }, { a: '1' })).toBe(false)
})

describe('a deleted row', () => {
  const at = (ms: number) => packStamp(ms, 0, 'aaaaaaaaa')
  test('comes back with a later edit, not with an earlier or an equal one', () => {
    const deleted: Cells = { del: [true, at(5)] }
    expect(isRowAlive({ ...deleted, name: ['x', at(4)] })).toBe(false)
    expect(isRowAlive({ ...deleted, name: ['x', at(5)] })).toBe(false)
    expect(isRowAlive({ ...deleted, name: ['x', at(6)] })).toBe(true)
    expect(isRowAlive({ name: ['x', at(4)], del: [false, at(6)] })).toBe(true)
  })

  test('does not come back because it was moved or ticked', () => {
    const deleted: Cells = { del: [true, at(5)], name: ['x', at(4)] }
    expect(isRowAlive({ ...deleted, ord: ['a1', at(9)] })).toBe(false)
    expect(isRowAlive({ ...deleted, status: ['fitted', at(9)] })).toBe(false)
    // Server-written cells revive nothing: a comment's author, or its hidden mark.
    expect(isRowAlive({ ...deleted, author: [null, at(9)] })).toBe(false)
    expect(isRowAlive({ ...deleted, hidden: [true, at(9)] })).toBe(false)
  })

  test('that is a kit stays deleted through edits; only undoing the deletion brings it back', () => {
    expect(isKitAlive({ del: [true, at(5)], name: ['x', at(9)] })).toBe(false)
    expect(isKitAlive({ del: [false, at(6)], name: ['x', at(1)] })).toBe(true)
  })
})
