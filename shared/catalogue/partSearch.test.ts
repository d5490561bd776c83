import { expect, test } from 'vitest'

import {
  isSearching,
  NO_SEARCH,
  partSearchQuery,
  readPartSearch,
  searchTitle,
} from './partSearch.ts'
import { hasWord, searchWords } from './searchWords.ts'
import { taskPhrases } from './taskPhrases.ts'

const read = (query: string) => readPartSearch(new URLSearchParams(query))

test('a search is what its address says, and its address what it is', () => {
  const query =
    'q=oil+filter&task=Oil+Change&year=2008&make=Audi&model=S4&fit=any&brand=A&brand=B&min=10&max=25&stock=yes'
  expect(partSearchQuery(read(query))).toBe(query)
  expect(partSearchQuery(NO_SEARCH)).toBe('')
})

test('what is not readable in an address is left out', () => {
  const odd = read(
    `q=${'x'.repeat(300)}&year=20x8&min=-3&max=1e9&fit=some&stock=1&brand=&brand=A&brand=A`,
  )
  expect(odd).toEqual({ ...NO_SEARCH, q: 'x'.repeat(200), brands: ['A'] })
})

test('what only narrows is no search', () => {
  expect(isSearching(read('min=10&stock=yes'))).toBe(false)
  for (const query of ['q=a', 'task=a', 'brand=a', 'year=2008'])
    expect(isSearching(read(query))).toBe(true)
})

test('a search has a name', () => {
  expect(searchTitle(read('q=oil&year=2008&make=Audi&model=S4'))).toBe('oil for 2008 Audi S4')
  expect(searchTitle(read('year=2008&make=Audi&model=S4'))).toBe('Parts for 2008 Audi S4')
  expect(searchTitle(read('brand=Beta&task=Brakes'))).toBe('Beta, Brakes')
})

test('words are found at the beginning of words, numbers anywhere', () => {
  const has = (text: string, typed: string) =>
    searchWords(typed).every((word) => hasWord(text, word))
  const text = 'oil filter, spin-on beta lx 1006/1d lx10061d'
  for (const typed of ['filt', 'FILTERS', 'spin-on', '0061', 'lx-1006', '1d', 'beta oil'])
    expect([typed, has(text, typed)]).toEqual([typed, true])
  for (const typed of ['ilter', 'spinon', 'lx-9', 'oil water'])
    expect([typed, has(text, typed)]).toEqual([typed, false])
  expect(searchWords('a '.repeat(50))).toHaveLength(10)
})

test('a task names the parts it is done with', () => {
  expect(taskPhrases('Oil Change')).toContain('oil filter')
  expect(taskPhrases('  BRAKE   job, front')).toContain('brake pad')
  expect(taskPhrases('Replace the glow plugs')).toEqual(['glow plugs'])
  expect(taskPhrases('Repair')).toEqual([])
})

test('what no text can hold is left out of an address', () => {
  expect(read('q=oil%00filter&brand=%00Mahler').q).toBe('oilfilter')
  expect(read('q=oil%00filter&brand=%00Mahler').brands).toEqual(['Mahler'])
})
