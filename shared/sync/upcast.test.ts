import { describe, expect, test } from 'vitest'

import type { Cells, Json } from '../cells/cells.ts'
import type { Upcast } from './upcast.ts'

import { mergeCells } from '../cells/cells.ts'
import { SHAPE_VERSION } from '../kinds/schema.ts'
import { packStamp } from '../cells/stamp.ts'
import { isShapeTooOld, upcastCells, UPCASTS } from './upcast.ts'

/** A possible shape 2: `qty` becomes `quantity`, and cents an amount. */
const rename: Upcast = (kind, { qty, ...cells }) =>
  kind === 'line' && qty ? mergeCells(cells, { quantity: qty }) : { ...cells, ...(qty && { qty }) }
const toAmount: Upcast = (_kind, cells) => {
  const price = cells['price']
  return typeof price?.[0] === 'number'
    ? { ...cells, price: [{ cents: price[0] }, price[1]] }
    : cells
}
const SAMPLES: Upcast[] = [rename, toAmount]

function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

/** Cells of either shape, some of them unknown. One stamp always has one value. */
function someCells(chance: () => number): Cells {
  const values: Record<string, (ms: number) => Json> = {
    qty: (ms) => ms % 5,
    quantity: (ms) => ms % 5,
    price: (ms) => (chance() < 0.5 ? ms % 7 : { cents: ms % 7 }),
    name: (ms) => `x${ms}`,
    unheardOf: (ms) => [ms, { deep: true }],
  }
  const cells: Record<string, Cells[string]> = {}
  for (const [name, valueAt] of Object.entries(values)) {
    if (chance() < 0.4) continue
    const ms = 1_000 + Math.floor(chance() * 4)
    cells[name] = [valueAt(ms), packStamp(ms, 0, 'somenode0')]
  }
  return cells
}

describe('an upcast', () => {
  test.each([UPCASTS, SAMPLES])('goes through a merge, in either order (I15)', (...upcasts) => {
    for (let seed = 1; seed <= 2_000; seed++) {
      const chance = chanceOf(seed)
      const [a, b] = [someCells(chance), someCells(chance)]
      const up = (cells: Cells) => upcastCells('line', cells, 1, upcasts)
      expect(mergeCells(up(a), up(b))).toEqual(up(mergeCells(a, b)))
      expect(up(up(a))).toEqual(up(a))
    }
  })

  test('of a rename merges what an old and a new version wrote into one cell', () => {
    const stamp = (ms: number) => packStamp(ms, 0, 'somenode0')
    const [old, now] = [{ qty: [2, stamp(5)] as const }, { quantity: [4, stamp(3)] as const }]
    const up = (cells: Cells) => upcastCells('line', cells, 1, SAMPLES)
    expect(up(mergeCells(old, now))).toEqual(mergeCells(up(old), up(now)))
    expect(up(mergeCells(old, now))).toEqual({ quantity: [2, stamp(5)] })
  })

  test('keeps cells nobody knows, from an old client through a new server and back', () => {
    const unheardOf: Cells[string] = [{ deep: [1, 2] }, packStamp(7, 0, 'somenode0')]
    expect(upcastCells('line', { unheardOf }, 1, SAMPLES)).toEqual({ unheardOf })
  })

  test('begins at the shape the cells have', () => {
    const price = [100, packStamp(7, 0, 'somenode0')] as const
    expect(upcastCells('line', { price }, 3, SAMPLES)).toEqual({ price })
    expect(upcastCells('line', { price }, 2, SAMPLES)['price']?.[0]).toEqual({ cents: 100 })
  })
})

test('there is an upcast for every shape there was', () => {
  expect(UPCASTS).toHaveLength(SHAPE_VERSION - 1)
})

test('the current shape and two older ones are read', () => {
  expect([5, 4, 3, 2].map((shape) => isShapeTooOld(shape, 5))).toEqual([false, false, false, true])
})
