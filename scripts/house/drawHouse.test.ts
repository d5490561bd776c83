import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { drawHouse } from './drawHouse.mjs'
import { LOWER } from './rooms.mjs'

test('docs/house.md is what the code says: write it anew with node scripts/house/drawHouse.mjs', () => {
  expect(readFileSync('docs/house.md', 'utf8')).toBe(drawHouse())
})

test('no arrow of the drawing leads up', () => {
  const arrows = Array.from(drawHouse().matchAll(/^ {2}(\w+) --> (\w+)$/gm), ([, a, b]) => [a, b])
  const at = (name = '') => LOWER.findIndex((room: string) => room.replaceAll('/', '_') === name)
  expect(arrows.length).toBeGreaterThan(20)
  expect(arrows.filter(([a, b]) => at(a) < at(b))).toEqual([])
})
