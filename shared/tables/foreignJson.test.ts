import { expect, test } from 'vitest'
import { z } from 'zod'

import { parseForeignJson } from './foreignJson.ts'

test('what is JSON is read as it is', () => {
  const text =
    '[null, 1, "a \\"toString\\": note", {"a\\u0062": [{"toString": 1, "length": [2]}, []]}]'
  expect(parseForeignJson(text)).toEqual(JSON.parse(text))
  expect(parseForeignJson('"toString"')).toBe('toString')
  expect(() => parseForeignJson('{')).toThrow(SyntaxError)
})

test.each([
  '{"length": {"toString": 1}}',
  '[0, [{"a": {"length": {"toString": 1}}}]]',
  '{"a": null, "\\u006cength": {"\\u0074oString": {}}}',
])('a length that nothing can be compared with is not read: %s', (text) => {
  expect(() => parseForeignJson(text)).toThrow(SyntaxError)
})

test('a limit of length would throw at such an object', () => {
  const body: unknown = JSON.parse('{"length": {"toString": 1, "valueOf": 1}}')
  expect(() => z.string().min(1).safeParse(body)).toThrow(TypeError)
})
