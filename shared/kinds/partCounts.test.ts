import { expect, test } from 'vitest'

import { items, parts, partsAndPieces } from './partCounts.ts'

test.each([
  [[], '0 items', '0 parts', '0 parts, 0 pieces'],
  [[1], '1 item', '1 part', '1 part, 1 piece'],
  [[2], '1 item', '1 part', '1 part, 2 pieces'],
  [[1, 1, 2], '3 items', '3 parts', '3 parts, 4 pieces'],
  // A line of quantity 0 still counts as a part.
  [[0, 1], '2 items', '2 parts', '2 parts, 1 piece'],
  [[1200], '1 item', '1 part', '1 part, 1,200 pieces'],
])('lines of %j pieces', (quantities, heading, inParts, inBoth) => {
  const lines = quantities.map((qty) => ({ qty }))
  expect(items(lines.length)).toBe(heading)
  expect(parts(lines.length)).toBe(inParts)
  expect(partsAndPieces(lines)).toBe(inBoth)
})

test('a thousand is written as people write it', () => {
  expect(parts(1200)).toBe('1,200 parts')
})
