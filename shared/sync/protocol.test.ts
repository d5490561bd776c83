import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Cell, Cells } from './cells.ts'
import type { Op, PulledRow } from './protocol.ts'

import { decodeAnswer, encodeAnswer } from './answer.ts'
import { encodeRequest } from './protocol.ts'
import { decodeRequest } from './readRequest.ts'
import { packStamp } from './stamp.ts'

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
