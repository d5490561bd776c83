import { afterEach, expect, test } from 'vitest'

import { keyInOrder } from './keyNames.ts'

const all = () => ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home'].map(keyInOrder)

afterEach(() => void (document.documentElement.dir = ''))

test('where it is read from right to left, the arrows of a line change places', () => {
  expect(all()).toEqual(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home'])
  document.documentElement.dir = 'rtl'
  expect(all()).toEqual(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Home'])
})
