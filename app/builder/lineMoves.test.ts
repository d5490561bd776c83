import { expect, test } from 'vitest'

import { ordsFor } from './lineMoves.ts'

const lines = (text: string) =>
  text.split(' ').map((pair) => {
    const [id = '', ord = ''] = pair.split(':')
    return { id, ord }
  })

/** The ids in their order once the keys are written. */
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

test('between lines that two devices gave the same key the rest is numbered anew', () => {
  const others = lines('a:a0 b:a1 c:a1 d:a2')
  expect(moved('x', others, 2)).toBe('a b x c d')
  expect(moved('x', others, 1)).toBe('a x b c d')
})
