import { afterEach, expect, test } from 'vitest'

import { ENGLISH, speakBy } from '#shared/words/words.ts'
import { bandText } from './findWords.ts'

afterEach(() => speakBy(() => ENGLISH))

test('a band of prices has no cents, but those that were asked for', () => {
  expect(bandText(10, 25)).toBe('$10 to $25')
  expect(bandText(null, 1000)).toBe('Under $1,000')
  expect(bandText(12.5, null)).toBe('$12.50 and more')
})

test('a band is written as the language writes amounts', () => {
  speakBy(() => ({ tag: 'de', catalogue: { '{from} to {to}': '{from} bis {to}' } }))
  expect(bandText(10, 1000)).toBe('10\u00a0$ bis 1.000\u00a0$')
})
