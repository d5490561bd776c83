import { describe, expect, test } from 'vitest'

import type { Line } from '#shared/kinds/kit.ts'
import type { Build } from '../../data/kits/open/builds.ts'

import { blankLine } from '#shared/kinds/line.ts'
import { openBook, turnTo } from './rowBook.ts'

const line = (id: string, ord: string, more: Partial<Line> = {}): Line => ({
  ...blankLine(id, ord),
  name: id,
  ...more,
})

function build(lines: Line[], more: { kitId?: string; drafts?: [string, string][] } = {}): Build {
  const kit = {
    id: more.kitId ?? 'kit',
    buildId: 'aaaaaa',
    name: '',
    notes: '',
    vehicle: null,
    task: '',
    lines,
    steps: [],
    updatedAt: 1,
  }
  return {
    kit,
    isMine: true,
    isBlank: false,
    isLive: false,
    waiting: 1,
    drafts: new Map(more.drafts ?? []),
    movedTo: null,
    isSaveWaiting: false,
    isHidden: false,
    isUnfinished: false,
    isGone: false,
    shared: kit,
    savedAt: null,
    hasUnsharedChanges: false,
    visibility: 'public',
    vin: '',
    statuses: new Map(),
  }
}

describe('the blank row', () => {
  test('stands once at the end of the lines', () => {
    const { rows } = openBook(build([line('a', 'a0'), line('b', 'a1')]))
    expect(rows.map((row) => row.isGhost)).toEqual([false, false, true])
  })

  test('becomes a line at the first key, keeps its key, and another one follows', () => {
    const book = openBook(build([]))
    const [ghost] = book.rows
    const begun = turnTo(book, build([line(ghost!.line.id, 'a0')]), {})
    expect(begun.rows).toHaveLength(2)
    expect(begun.rows[0]).toMatchObject({ key: ghost!.key, isGhost: false })
    expect(begun.rows[1]).toMatchObject({ isGhost: true })
    expect(begun.rows[1]!.key).not.toBe(ghost!.key)
  })

  test('is the line that was emptied, as long as there is one', () => {
    const { rows } = openBook(build([line('a', 'a0'), line('b', 'a1', { name: '' })]))
    expect(rows.map((row) => row.key)).toEqual(['a', 'b'])
  })

  test('is not a line with a half-typed price or a raised quantity', () => {
    const half = build([line('a', 'a0', { name: '' })], { drafts: [['a:price', '12.']] })
    expect(openBook(half).rows).toHaveLength(2)
    expect(openBook(half).rows[0]!.drafts).toEqual({ price: '12.' })
    expect(openBook(build([line('a', 'a0', { name: '', qty: 3 })])).rows).toHaveLength(2)
  })

  test('is missing from a list that is full', () => {
    const lines = Array.from({ length: 500 }, (_, index) => line(`l${index}`, `a${index}`))
    expect(openBook(build(lines)).rows).toHaveLength(500)
  })
})

test('rows that did not change are the same objects, so that they do not render again', () => {
  const book = openBook(build([line('a', 'a0'), line('b', 'a1')]))
  const next = turnTo(book, build([line('a', 'a0'), line('b', 'a1', { price: 100 })]), {})
  expect(next.rows[0]).toBe(book.rows[0])
  expect(next.rows[1]).not.toBe(book.rows[1])
  expect(next.rows[2]).toBe(book.rows[2])
})

test('the lines of a copy keep the keys of their originals', () => {
  const book = openBook(build([line('a', 'a0'), line('b', 'a1')]))
  const copy = build([line('a2', 'a0'), line('b2', 'a1')], { kitId: 'copy' })
  const known = turnTo(book, copy, { kit: 'copy', a: 'a2', b: 'b2' })
  expect(known.rows.slice(0, 2).map((row) => row.key)).toEqual(['a', 'b'])
  expect(
    turnTo(book, copy, {})
      .rows.slice(0, 2)
      .map((row) => row.key),
  ).toEqual(['a', 'b'])

  const later = turnTo(
    known,
    build([line('a2', 'a0'), line('b2', 'a1'), line('c', 'a2')], { kitId: 'copy' }),
    {},
  )
  expect(later.rows.slice(0, 3).map((row) => row.key)).toEqual(['a', 'b', 'c'])
})
