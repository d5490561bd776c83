import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'
import type { Edit, Undone } from './history.ts'

import { History } from './history.ts'

/** A build in memory: writes apply at once. */
function desk() {
  const rows = new Map<string, Record<string, Json>>([['kit:k', { name: '', notes: '' }]])
  const gone = new Map<string, Record<string, Json>>()
  const history = new History(
    {
      cellsOf: (kind, id) => rows.get(`${kind}:${id}`) ?? (kind === 'draft' ? {} : null),
    },
    ({ kind, cells }) => `${kind} ${Object.keys(cells).join()}`,
  )
  function store({ kind, id, cells }: Edit) {
    const key = `${kind}:${id}`
    const { del, ...rest } = cells
    const known = rows.get(key) ?? gone.get(key) ?? { qty: 1, name: '', price: null }
    if (del === true) {
      gone.set(key, { ...known, ...rest })
      rows.delete(key)
    } else rows.set(key, { ...known, ...rest })
  }
  let turn = 0
  return {
    rows,
    history,
    /** A write by somebody else. */
    elsewhere: store,
    write(write: Edit, own = `turn ${++turn}`) {
      history.record(write, own)
      store(write)
    },
    turn(direction: 'undo' | 'redo'): Undone | null {
      const undone = history[direction]()
      for (const write of undone?.writes ?? []) {
        history.note(write)
        store(write)
      }
      return undone
    },
    line: (id: string) => rows.get(`line:${id}`),
  }
}

const line = (id: string, cells: Record<string, Json>): Edit => ({ kind: 'line', id, cells })
const name = (text: string): Edit => ({ kind: 'kit', id: 'k', cells: { name: text } })

test('letters of one turn are one step, and another turn is another', () => {
  const { write, turn, rows } = desk()
  write(name('O'), 'typing')
  write(name('Oi'), 'typing')
  write(name('Brakes'), 'later')
  turn('undo')
  expect(rows.get('kit:k')?.['name']).toBe('Oi')
  turn('undo')
  expect(rows.get('kit:k')?.['name']).toBe('')
  expect(turn('undo')).toBeNull()
  turn('redo')
  turn('redo')
  expect(rows.get('kit:k')?.['name']).toBe('Brakes')
  expect(turn('redo')).toBeNull()
})

test('typing goes on in an entry of its own after an undo', () => {
  const { write, turn, rows, history } = desk()
  write(name('One'), 'typing')
  turn('undo')
  turn('redo')
  write(name('One two'), 'typing')
  expect(history.redoLabel).toBeNull()
  turn('undo')
  expect(rows.get('kit:k')?.['name']).toBe('One')
})

test('of too many entries the first go, and the last is taken back first', () => {
  const { write, turn, rows } = desk()
  for (let at = 1; at <= 250; at++) write(name(`name ${at}`))
  turn('undo')
  expect(rows.get('kit:k')?.['name']).toBe('name 249')
  while (turn('undo'));
  expect(rows.get('kit:k')?.['name']).toBe('name 50')
})

describe('lines', () => {
  test('that were begun go, and come back with all that was in them', () => {
    const { write, turn, line: shown } = desk()
    write(line('a', { ord: 'a0', name: 'Oil' }), 'name')
    write(line('a', { price: 1200 }))
    turn('undo')
    expect(shown('a')).toMatchObject({ name: 'Oil', price: null })
    turn('undo')
    expect(shown('a')).toBeUndefined()
    turn('redo')
    turn('redo')
    expect(shown('a')).toMatchObject({ ord: 'a0', name: 'Oil', price: 1200 })
  })

  test('that were removed come back', () => {
    const { write, turn, line: shown } = desk()
    write(line('a', { ord: 'a0', name: 'Oil' }))
    write(line('a', { del: true }))
    expect(shown('a')).toBeUndefined()
    turn('undo')
    expect(shown('a')).toMatchObject({ name: 'Oil' })
    turn('redo')
    expect(shown('a')).toBeUndefined()
  })

  test('that were emptied and dropped by themselves come back with their text', () => {
    const { write, turn, line: shown, history, elsewhere } = desk()
    write(line('a', { ord: 'a0', name: 'Oil' }))
    write(line('a', { name: '' }))
    history.recordAlong(line('a', { del: true }))
    elsewhere(line('a', { del: true }))
    turn('undo')
    expect(shown('a')).toMatchObject({ name: 'Oil' })
    turn('redo')
    expect(shown('a')).toBeUndefined()
  })

  test('that came and went in one turn leave nothing to undo', () => {
    const { write, history } = desk()
    write(line('a', { ord: 'a0', name: 'O' }), 'one')
    write(line('a', { del: true }), 'one')
    expect(history.undoLabel).toBeNull()
  })
})

describe('what another device wrote meanwhile', () => {
  test('in the same cell is left alone and named', () => {
    const { write, turn, elsewhere, line: shown } = desk()
    write(line('a', { ord: 'a0', name: 'Oil' }))
    write(line('a', { price: 1200 }))
    elsewhere(line('a', { price: 999 }))
    expect(turn('undo')?.kept).toMatchObject([{ id: 'a', cell: 'price' }])
    expect(shown('a')).toMatchObject({ price: 999 })
    expect(turn('redo')).toBeNull()
  })

  test('in a cell beside it does not matter', () => {
    const { write, turn, elsewhere, line: shown } = desk()
    write(line('a', { ord: 'a0', name: 'Oil' }))
    write(line('a', { price: 1200 }))
    elsewhere(line('a', { name: 'Oil 5W-40' }))
    expect(turn('undo')?.kept).toEqual([])
    expect(shown('a')).toMatchObject({ name: 'Oil 5W-40', price: null })
  })

  test('keeps a line from being taken away under it', () => {
    const { write, turn, elsewhere, line: shown } = desk()
    write(line('a', { ord: 'a0', name: 'Oil' }))
    elsewhere(line('a', { qty: 3 }))
    expect(turn('undo')?.kept).toMatchObject([{ id: 'a', cell: 'del' }])
    expect(shown('a')).toMatchObject({ name: 'Oil', qty: 3 })
  })

  test('and a line it removed does not come back by half', () => {
    const { write, turn, elsewhere, line: shown } = desk()
    write(line('a', { ord: 'a0', name: 'Oil' }))
    write(line('a', { price: 1200 }))
    elsewhere(line('a', { del: true }))
    expect(turn('undo')?.kept).toHaveLength(1)
    expect(shown('a')).toBeUndefined()
  })

  test('takes nothing from the rest of the same entry', () => {
    const { write, turn, elsewhere, line: shown } = desk()
    write(line('a', { ord: 'a0', name: 'A' }))
    write(line('b', { ord: 'a1', name: 'B' }))
    write(line('a', { price: 1 }), 'paste')
    write(line('b', { price: 2 }), 'paste')
    elsewhere(line('b', { price: 9 }))
    expect(turn('undo')?.kept).toMatchObject([{ id: 'b' }])
    expect(shown('a')).toMatchObject({ price: null })
    expect(shown('b')).toMatchObject({ price: 9 })
  })
})

test('half-typed text is undone as it was done', () => {
  const { write, turn, rows } = desk()
  write({ kind: 'draft', id: 'a', cells: { price: '12.' } })
  expect(rows.get('draft:a')?.['price']).toBe('12.')
  turn('undo')
  expect(rows.get('draft:a')?.['price']).toBeNull()
})

/** `UNDO_CASES=300000` for more of them. */
const CASES = Number(process.env['UNDO_CASES'] ?? 500)

/** Regression: a line revived, changed and removed in one turn came back without the change. */
const FAILED_ONCE: [{ id: string; cell: string; value: number; turn: string }[]][] = [
  [
    [
      { id: 'b', cell: 'name', value: 0, turn: 'x' },
      { id: 'a', cell: 'name', value: 0, turn: 'z' },
      { id: 'b', cell: 'del', value: 0, turn: 'x' },
      { id: 'a', cell: 'name', value: 1, turn: 'y' },
      { id: 'b', cell: 'del', value: 1, turn: 'x' },
      { id: 'b', cell: 'name', value: 1, turn: 'x' },
      { id: 'b', cell: 'del', value: 0, turn: 'x' },
    ],
  ],
]

test(
  'any edits: undoing all of them shows the beginning, doing them again the end',
  () => {
    const cell = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      cell: fc.constantFrom('name', 'price', 'del'),
      value: fc.integer({ min: 0, max: 3 }),
      turn: fc.constantFrom('x', 'y', 'z'),
    })
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 30 }), (edits) => {
        const { write, turn, rows } = desk()
        const living = () => JSON.stringify([...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)))
        write(line('a', { ord: 'a0', name: 1, price: null }), 'first')
        const start = living()
        const removed = new Set<string>()
        for (const { id, cell: at, value, turn: own } of edits) {
          const cells: Record<string, Json> =
            at === 'del' ? { del: value === 0 } : { ord: 'a1', [at]: value }
          // Nobody types into a removed line.
          if (removed.has(id) && cells['del'] !== false) continue
          if (cells['del'] === true) removed.add(id)
          else removed.delete(id)
          write(line(id, cells), `edit ${own}`)
        }
        const end = living()
        let steps = 0
        while (JSON.stringify(living()) !== JSON.stringify(start) && steps < 40) {
          expect(turn('undo')?.kept).toEqual([])
          steps++
        }
        expect(living()).toBe(start)
        for (let at = 0; at < steps; at++) turn('redo')
        expect(living()).toBe(end)
      }),
      { numRuns: CASES, examples: FAILED_ONCE },
    )
  },
  CASES * 20 + 60_000,
)
