import { expect, test } from 'vitest'

import { rowBytes } from './kit.ts'

const STAMP = 'NjF6n3W---ZQLPzUgtB'
const encoded = (value: string) =>
  new TextEncoder().encode(JSON.stringify({ notes: value, qty: 12 })).length

test('the size of a row is that of its values as UTF-8, whatever letters there are', () => {
  const letters = [
    'a',
    '"',
    '\n',
    '\0',
    'ä',
    '߿',
    'ࠀ',
    '€',
    '￿',
    '😀',
    '\ud83d',
    '\ude00',
    '\udfff',
  ]
  for (const first of letters) {
    for (const second of letters) {
      for (const text of ['', first, first + second, `x${first}y${second}`.repeat(50)]) {
        expect(rowBytes({ notes: [text, STAMP], qty: [12, STAMP] }), JSON.stringify(text)).toBe(
          encoded(text),
        )
      }
    }
  }
})
