import { expect, test } from 'vitest'

import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { readJsonFeed } from './readJsonFeed.ts'

async function rowsOf(...pieces: string[]) {
  async function* text() {
    yield* pieces
  }
  const rows: unknown[] = []
  for await (const some of readJsonFeed(text())) rows.push(...some)
  return rows
}
const long = JSON.stringify({ name: 'x'.repeat(MAX_FEED_ROW) })
const tooLong = (row: number) => ({ row, problem: expect.stringContaining('longer than') })

test('rows keep their numbers behind one that is too long, wherever the list is', async () => {
  const rest = [{ row: 2, cells: { a: '1' } }, tooLong(3), { row: 4, cells: { a: '2' } }]
  const rows = [long, '{"a":1}', long, '{"a":2}']
  for (const text of [`{"items":[${rows.join()}]}`, `[${rows.join()}]`, rows.join('\n')]) {
    expect(await rowsOf(text)).toEqual([tooLong(1), ...rest])
    const half = text.length - 9
    expect(await rowsOf(text.slice(0, half), text.slice(half))).toEqual([tooLong(1), ...rest])
  }
})

test('an object is a row by itself, unless it has a list or another one follows', async () => {
  const row = (nth: number, cells: object) => ({ row: nth, cells })
  expect(await rowsOf('{"a":{"b":1}}')).toEqual([row(1, { 'a.b': '1' })])
  expect(await rowsOf('{"n":[],"a":[{"b":1},{"b":2}],"more":[{"c":3}]}')).toEqual([
    row(1, { b: '1' }),
    row(2, { b: '2' }),
  ])
  expect(await rowsOf('{"a":1,"l":[{"b":1}]}\n{', '"a":2}\n')).toEqual([
    row(1, { a: '1' }),
    row(2, { a: '2' }),
  ])
})
