import { expect, test } from 'vitest'

import { countWords } from './KitResults.tsx'

const COUNT = { shown: 8, here: 6, total: 8, hasMore: false, isSearching: false, query: '' }

test('all kits, and how many of them need no network', () => {
  expect(countWords(COUNT)).toBe('8 kits, 6 saved for offline use')
  expect(countWords({ ...COUNT, here: 8 })).toBe('8 kits')
  expect(countWords({ ...COUNT, shown: 1, here: 1 })).toBe('1 kit')
  expect(countWords({ ...COUNT, shown: 1_060, here: 1_000, hasMore: true })).toBe(
    '1,060+ kits, 1,000 saved for offline use',
  )
})

test('what a search has found, of how many where that is known', () => {
  const search = { ...COUNT, query: 'audi', shown: 4 }
  expect(countWords(search)).toBe('4 of 8 kits match “audi”')
  expect(countWords({ ...search, shown: 1 })).toBe('1 of 8 kits matches “audi”')
  expect(countWords({ ...search, total: null })).toBe('4 kits match “audi”')
  expect(countWords({ ...search, total: null, shown: 60, hasMore: true })).toBe(
    '60+ kits match “audi”',
  )
  expect(countWords({ ...search, isSearching: true })).toBe('4 of 8 kits match “audi” so far')
})
