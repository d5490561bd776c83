import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ordsFor } from '../undo/lineTools.ts'

const lines = (text: string) =>
  text.split(' ').map((pair) => {
    const [id = '', ord = ''] = pair.split(':')
    return { id, ord }
  })

/** Ids in order after the move. */
function moved(id: string, others: { id: string; ord: string }[], at: number): string {
  const ords = ordsFor(id, others, at)
  const all = [{ id, ord: '' }, ...others].map((line) => ({
    id: line.id,
    ord: ords.get(line.id) ?? line.ord,
  }))
  const order = (a: { id: string; ord: string }, b: { id: string; ord: string }) =>
    a.ord < b.ord ? -1 : a.ord > b.ord ? 1 : a.id < b.id ? -1 : 1
  return all
    .toSorted(order)
    .map((line) => line.id)
    .join(' ')
}

test('a line goes to any place with one key of its own', () => {
  const others = lines('a:a0 b:a1 c:a2')
  expect(moved('x', others, 0)).toBe('x a b c')
  expect(moved('x', others, 2)).toBe('a b x c')
  expect(moved('x', others, 3)).toBe('a b c x')
  expect(ordsFor('x', others, 1).size).toBe(1)
})

test('between lines that two devices gave the same key only those that tie are numbered anew', () => {
  const others = lines('a:a0 b:a1 c:a1 d:a2')
  expect(moved('x', others, 2)).toBe('a b x c d')
  expect([...ordsFor('x', others, 2).keys()]).toEqual(['x', 'c'])
  expect(moved('x', others, 1)).toBe('a x b c d')
  expect([...ordsFor('x', others, 1).keys()]).toEqual(['x'])
})

test('whatever the keys, a line ends where it was put, and no line behind the first with room changes', () => {
  const key = fc.stringMatching(/^[a-c][0-9A-Za-z]{1,3}$/)
  const lists = fc.array(key, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(lists, fc.nat(8), (keys, place) => {
      const others = keys.toSorted().map((ord, nth) => ({ id: `l${nth}`, ord }))
      const at = Math.min(place, others.length)
      const expected = others.map(({ id }) => id)
      expected.splice(at, 0, 'x')
      expect(moved('x', others, at)).toBe(expected.join(' '))
      const ords = ordsFor('x', others, at)
      const changed = others.slice(at).filter(({ id }) => ords.has(id))
      expect([...ords.keys()].filter((id) => id !== 'x')).toEqual(changed.map(({ id }) => id))
    }),
    { numRuns: 2_000 },
  )
})
