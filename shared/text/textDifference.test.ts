import fc from 'fast-check'
import { expect, test } from 'vitest'

import { textDifference } from './textDifference.ts'

const marks = { same: ' ', added: '+', removed: '-' }
const told = (before: string, after: string): string[] =>
  textDifference(before, after).flatMap(({ kind, lines }) =>
    lines.map((line) => marks[kind] + line),
  )

test('lines that stayed, went and came, in their order', () => {
  expect(told('30 Nm\nnew seal\nbelly pan', '35 Nm\nnew seal\nbelly pan\nwarm engine')).toEqual([
    '-30 Nm',
    '+35 Nm',
    ' new seal',
    ' belly pan',
    '+warm engine',
  ])
})

test('from nothing and to nothing', () => {
  expect(told('', 'a\nb')).toEqual(['+a', '+b'])
  expect(told('a\nb', '')).toEqual(['-a', '-b'])
})

test('a line in the middle that came twice', () => {
  expect(told('a\nc', 'a\nb\nb\nc')).toEqual([' a', '+b', '+b', ' c'])
})

test('texts of any length are told within a moment, and either can be read back', () => {
  const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', ' d'), { maxLength: 30 })
  fc.assert(
    fc.property(text, text, (was, is) => {
      const [before, after] = [was.join('\n').trimEnd(), is.join('\n').trimEnd()]
      const pieces = textDifference(before, after)
      const read = (kind: 'added' | 'removed') =>
        pieces
          .filter((piece) => piece.kind === 'same' || piece.kind === kind)
          .flatMap(({ lines }) => lines)
          .join('\n')
      expect(read('removed')).toBe(before)
      expect(read('added')).toBe(after)
    }),
  )
  const long = (letter: string) => `${letter}\n`.repeat(10_000)
  expect(textDifference(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
