import { describe, expect, test } from 'vitest'

import { readTypedLine } from '#shared/typed/readTypedLine.ts'
import { changePiece, entryIn, entryOf, packNamed, type Entry } from './entry.ts'
import { ADDING, ADDING_AS } from '../rows/entryDraft.ts'

/** Parsed pieces of an entry. */
function read({ text, named }: Entry): Record<string, string> {
  const { pieces } = readTypedLine(text, { named })
  return Object.fromEntries(Object.values(pieces).map((piece) => [piece.cell, piece.text]))
}

const spansOf = (text: string, cell: 'name' | 'price' | 'manufacturer') =>
  readTypedLine(text).pieces[cell]?.spans ?? []

describe('a piece that is changed', () => {
  test('is what was said of it, and what was taken for it before is not', () => {
    const text = 'Shim 3.45 12.98'
    const { entry } = changePiece({ text, named: [] }, [{ from: 5, to: 9 }], 'price', '3.45')
    expect(read(entry)).toEqual({ name: 'Shim 12.98', price: '3.45' })
  })

  test('keeps what it is while it is written anew, letter by letter', () => {
    let entry: Entry = { text: 'Acme pump $12', named: [] }
    let spans = [{ from: 0, to: 4 }]
    for (const words of ['Acm', 'Ac', 'Acme', 'Acme Ltd']) {
      const changed = changePiece(entry, spans, 'manufacturer', words)
      entry = changed.entry
      spans = [changed.span]
    }
    expect(entry.text).toBe('Acme Ltd pump $12')
    expect(read(entry)).toEqual({ name: 'pump', manufacturer: 'Acme Ltd', price: '12' })
    expect(entry.named).toHaveLength(1)
  })

  test('that stands in several places stands in the first of them', () => {
    const text = 'Oil filter $12.98 for S4 x2'
    const { entry } = changePiece({ text, named: [] }, spansOf(text, 'name'), 'name', 'Filter')
    expect(read(entry)).toEqual({ name: 'Filter', price: '12.98', qty: '2' })
  })

  test('that is emptied is gone, with what was said of it', () => {
    const text = 'Pump 12.98'
    const { entry } = changePiece({ text, named: [] }, spansOf(text, 'price'), 'price', '')
    expect(entry.named).toEqual([])
    expect(read(entry)).toEqual({ name: 'Pump' })
  })
})

test('a part that is known is read back as it is, with the amounts that were typed', () => {
  const part = { name: 'Mann oil filter M14 x 20', manufacturer: 'Mann', partNumber: 'HU 719/7 x' }
  const entry = entryOf(part, { price: '12,98', qty: '2' })
  expect(read(entry)).toEqual({ ...part, price: '12,98', qty: '2' })
  expect(read(entryOf({ ...part, partNumber: '' }, { price: '', qty: '' }))).toEqual({
    name: part.name,
    manufacturer: part.manufacturer,
  })
})

test('what is kept comes back, and what is none of ours says nothing', () => {
  const named = [{ cell: 'price' as const, text: '89' }]
  const drafts = (packed: string) =>
    new Map([
      [`kit:${ADDING}`, 'Disc 89'],
      [`kit:${ADDING_AS}`, packed],
    ])
  expect(entryIn(drafts(packNamed(named) ?? ''), 'kit')).toEqual({ text: 'Disc 89', named })
  for (const packed of ['', '{', '7', '[[1,2],["price",3],["color","red"]]'])
    expect(entryIn(drafts(packed), 'kit')).toEqual({ text: 'Disc 89', named: [] })
})
