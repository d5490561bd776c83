import { expect, test } from 'vitest'

import { fold } from './fold.ts'

test.each([
  ['Ölfilter', 'olfilter'],
  ['O\u0308lfilter', 'olfilter'],
  ['Straße', 'strasse'],
  ['İÇ LASTİK', 'ic lastik'],
  ['Łożysko', 'lozysko'],
  ['ＱＴＹ', 'qty'],
  ['Производитель й', 'производитель й'],
  ['ブレーキ', 'ブレーキ'],
  ['Brake-Pad 1/2"', 'brake-pad 1/2"'],
])('%s is compared as %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
  expect(fold(folded)).toBe(folded)
})
