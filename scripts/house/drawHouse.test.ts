import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { drawHouse, faultsOf, look } from './drawHouse.mjs'

test('docs/house.md is what the code says: write it anew with node scripts/house/drawHouse.mjs', () => {
  expect(readFileSync('docs/house.md', 'utf8')).toBe(drawHouse())
})

test('no arrow leads up, and no room is in a circle', () => {
  const { arrows, up, circles } = faultsOf(look())
  expect(arrows.length).toBeGreaterThan(500)
  expect(up).toEqual([])
  expect(circles).toEqual([])
})

test('an arrow up and a circle are told', () => {
  const rooms = look()
  rooms.get('app/data/device')?.add('app/data/kits/open')
  const { up, circles } = faultsOf(rooms)
  expect(up).toEqual(['app/data/device -> app/data/kits/open'])
  expect(circles).toContain('app/data/sync/write')
})
