import { expect, test } from 'vitest'

import { LABEL_SIZES, placesOf, type LabelSize } from './labelSizes.ts'

function sizeOf(id: string): LabelSize {
  const size = LABEL_SIZES.find((one) => one.id === id)
  if (!size) throw new Error(`there is no ${id}`)
  return size
}

// From the manufacturers' templates.
test.each([
  ['l7160', 7.25, 15.15, 66, 38.1],
  ['l7163', 4.65, 15.15, 101.6, 38.1],
  ['l7651', 4.75, 10.7, 40.6, 21.2],
  ['5160', 4.7625, 12.7, 69.85, 25.4],
  ['5163', 3.96875, 12.7, 106.3625, 50.8],
  ['5164', 3.96875, 12.7, 106.3625, 84.667],
])('%s begins at %f and %f mm, and goes on by %f and %f', (id, left, top, across, down) => {
  const size = sizeOf(id)
  expect(size.left).toBeCloseTo(left, 3)
  expect(size.top).toBeCloseTo(top, 2)
  expect(size.across).toBeCloseTo(across, 3)
  expect(size.down).toBeCloseTo(down, 2)
})

test('every label of every size lies on its page, and none on another', () => {
  for (const size of LABEL_SIZES) {
    const { page, label, columns, rows } = size
    const [places = []] = placesOf(size, 0, columns * rows)
    expect(places).toHaveLength(columns * rows)
    for (const [n, { x, y }] of places.entries()) {
      expect(x + label.width, size.id).toBeLessThanOrEqual(page.width + 0.001)
      expect(y + label.height, size.id).toBeLessThanOrEqual(page.height + 0.001)
      expect(Math.min(x, y), size.id).toBeGreaterThanOrEqual(-0.001)
      const isOver = places.some(
        (other, at) =>
          at !== n &&
          Math.abs(other.x - x) < label.width - 0.001 &&
          Math.abs(other.y - y) < label.height - 0.001,
      )
      expect(isOver, size.id).toBe(false)
    }
  }
})

test('a sheet that was begun goes on where it was, and then with the next', () => {
  const [first, second] = placesOf(sizeOf('l7160'), 19, 4)
  expect(first).toHaveLength(2)
  expect(second?.[0]).toEqual({ x: 7.25, y: expect.closeTo(15.15, 2) as number })
})

test('a label printer has a page a label', () => {
  expect(placesOf(sizeOf('dk11209'), 0, 3)).toEqual([0, 1, 2].map(() => [{ x: 0, y: 0 }]))
})
