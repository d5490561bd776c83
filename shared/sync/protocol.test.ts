import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Cell, Cells } from '../cells/cells.ts'
import type { Op, PulledRow } from './protocol.ts'

import { decodeAnswer, encodeAnswer } from './answer.ts'
import { encodeRequest } from './protocol.ts'
import { decodeRequest } from './readRequest.ts'
import { packStamp } from '../cells/stamp.ts'

const node = fc.constantFrom('aaaaaaaaa', 'K3_x9-Qq0', '---------')
const stamp = fc
  .tuple(
    fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_400 }),
    fc.integer({ min: 0, max: 3 }),
    node,
  )
  .map((parts) => packStamp(...parts))
const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constant(null),
  fc.boolean(),
  fc.constant([1, 'two']),
  fc.constant({ a: { b: 1 } }),
)
const cells: fc.Arbitrary<Cells> = fc.dictionary(
  fc.constantFrom('name', 'qty', 'price', 'link', 'vehicle'),
  fc.tuple(value, stamp) as unknown as fc.Arbitrary<Cell>,
)
const id = fc.constantFrom(
  'AAAAAAAAAAAAAAAAAAAAAA',
  'BBBBBBBBBBBBBBBBBBBBBB',
  'CCCCCCCCCCCCCCCCCCCCCC',
)
const kit = fc.constantFrom('KKKKKKKKKKKKKKKKKKKKKK', 'LLLLLLLLLLLLLLLLLLLLLL')

describe('a request', () => {
  test('says the same after encoding, JSON and decoding', () => {
    const op: fc.Arbitrary<Op> = fc.record({
      kind: fc.constantFrom('kit', 'line', 'step', 'task'),
      id,
      kit: fc.option(kit),
      cells,
    })
    fc.assert(
      fc.property(fc.array(op), (ops) => {
        const request = { principal: 'd:x', node: 'aaaaaaaaa', cursors: { t: 3 }, ops }
        expect(decodeRequest(JSON.parse(JSON.stringify(encodeRequest(request))))).toEqual(request)
      }),
    )
  })

  test('writes own stamps as differences and foreign ones whole', () => {
    const op: Op = {
      kind: 'kit',
      id: 'AAAAAAAAAAAAAAAAAAAAAA',
      kit: null,
      cells: {
        name: ['B5 oil', packStamp(1_700_000_012_040, 0, 'aaaaaaaaa')],
        buildId: ['aB3dE9', packStamp(1_700_000_000_000, 1, 'aaaaaaaaa')],
        notes: ['', packStamp(5, 0, 'bbbbbbbbb')],
      },
    }
    const wire = encodeRequest({ principal: 'd:x', node: 'aaaaaaaaa', cursors: {}, ops: [op] })
    expect(wire.ops?.[0]?.c).toEqual({
      name: ['B5 oil', 12_040],
      buildId: ['aB3dE9', [0, 1]],
      notes: ['', packStamp(5, 0, 'bbbbbbbbb')],
    })
  })
})

describe('a malformed request', () => {
  const head = { v: 1, sv: 1, p: 'd:x', node: 'aaaaaaaaa', cur: {} }
  const op = { k: 'line', id: 'AAAAAAAAAAAAAAAAAAAAAA', c: { qty: [1, 0] } }
  const pathOf = (more: object): unknown => {
    try {
      return decodeRequest({ ...head, ...more })
    } catch (error) {
      return (error as { issues: { path: unknown[] }[] }).issues[0]?.path.join('.')
    }
  }

  test.each<[string, object]>([
    ['ops', { ops: {} }],
    ['ops', { ops: Array.from({ length: 1_001 }, () => op) }],
    ['ops.1.k', { ops: [op, 'line'] }],
    ['ops.0.k', { ops: [{ ...op, k: 'x'.repeat(21) }] }],
    ['ops.0.id', { ops: [{ ...op, id: 'short' }] }],
    ['ops.0.d', { ops: [{ ...op, d: null }] }],
    ['ops.0.c', { ops: [{ ...op, c: [] }] }],
    ['ops.0.c', { ops: [{ k: 'nope', id: op.id }] }],
    ...[1, [], [1], [1, 0, 0], [1, null], [1, 0.5], [1, 2 ** 43 + 1], [1, 'short']].map(
      (cell): [string, object] => ['ops.0.c.qty', { ops: [{ ...op, c: { qty: cell } }] }],
    ),
    ...[[], [1], [1, 2, 3], [1, -1], [1, 2 ** 18], ['1', 0]].map((stamp): [string, object] => [
      'ops.0.c.qty',
      { ops: [{ ...op, c: { qty: [1, stamp] } }] },
    ]),
    [`ops.0.c.${'x'.repeat(31)}`, { ops: [{ ...op, c: { ['x'.repeat(31)]: [1, 0] } }] }],
    ['cur', { cur: 1 }],
  ])('is refused with where it is wrong: %s', (path, more) => {
    expect(pathOf(more)).toBe(path)
  })

  test('is not one that holds a kind nobody knows, nor a cell named __proto__', () => {
    const odd = JSON.parse('{"__proto__":[1,0],"qty":[2,0]}') as object
    expect(
      pathOf({
        ops: [
          { ...op, k: 'nope' },
          { ...op, c: odd },
        ],
      }),
    ).toMatchObject({
      ops: [
        { unknownKind: 'nope' },
        { kind: 'line', cells: { qty: [2, packStamp(0, 0, 'aaaaaaaaa')] } },
      ],
    })
  })
})

describe('an answer', () => {
  test('says the same after encoding, JSON and decoding, rows grouped by kit', () => {
    const row: fc.Arbitrary<PulledRow> = fc.oneof(
      fc.record({
        kind: fc.constantFrom('line' as const, 'step' as const),
        id,
        kit,
        cells,
        mine: fc.constant(true),
      }),
      fc
        .tuple(kit, cells)
        .map(([k, c]) => ({ kind: 'kit' as const, id: k, kit: k, mine: true, cells: c })),
      fc
        .tuple(id, cells)
        .map(([i, c]) => ({ kind: 'task' as const, id: i, kit: '', mine: true, cells: c })),
    )
    const rows = fc.uniqueArray(row, { selector: (r) => `${r.kit}${r.id}${r.kind === 'task'}` })
    fc.assert(
      fc.property(rows, (pulled) => {
        const answer = {
          now: 5,
          gen: 'g',
          results: [{ ok: 1 as const }],
          rows: pulled,
          cursors: { t: 1 },
          more: true,
          reset: ['t'],
          gone: [],
        }
        const decoded = decodeAnswer(JSON.parse(JSON.stringify(encodeAnswer(answer))))
        const sorted = (list: PulledRow[]) =>
          list.toSorted((a, b) => (a.kind + a.kit + a.id < b.kind + b.kit + b.id ? -1 : 1))
        expect({ ...decoded, rows: sorted(decoded.rows) }).toEqual({
          ...answer,
          rows: sorted(pulled),
        })
      }),
    )
  })

  test('writes no stamps of what was typed in one go, however the database orders its cells', () => {
    const at = (counter: number) => packStamp(1_700_000_000_000, counter, 'aaaaaaaaa')
    const cells: Cells = { qty: [2, at(2)], name: ['Filter', at(1)], ord: ['a0', at(0)] }
    const row: PulledRow = {
      kind: 'line',
      id: 'A'.repeat(22),
      kit: 'K'.repeat(22),
      mine: true,
      cells,
    }
    const answer = { now: 5, gen: 'g', results: [], cursors: {}, more: false, reset: [], gone: [] }
    const wire = encodeAnswer({ ...answer, rows: [row] })
    const code = [1_700_000_000_000, 0, 0]
    expect(wire.rows?.[0]?.in?.line?.[0]?.c).toEqual({
      ord: ['a0', ...code],
      name: 'Filter',
      qty: 2,
    })
    expect(decodeAnswer(wire).rows).toEqual([row])
  })

  test('of a captive portal or another program is not taken for one of ours', () => {
    for (const body of [
      '<html>',
      null,
      {},
      { now: 1 },
      { now: 1, gen: 'g', rows: [{ id: 'x' }] },
    ]) {
      expect(() => decodeAnswer(body)).toThrow()
    }
  })
})
