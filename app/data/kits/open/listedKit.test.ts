import { expect, test } from 'vitest'

import { ENGLISH, speakBy } from '#shared/words/words.ts'
import { searchKits, searchOn, withWords, wordsOf } from './listedKit.ts'

const kit = (name: string, vehicle: string, task: string) =>
  withWords({
    id: name,
    buildId: '',
    name,
    title: name,
    vehicle,
    task,
    isMine: true,
    isHere: true,
    isLive: true,
    isWaiting: false,
  })
const KITS = [
  kit('Nine quarts', '2008 Audi S4', 'Oil Change'),
  kit('Winter set', '2015 Ford F-150', 'Tire Replacement'),
  kit('Quick one', '2005 Audi A4', 'PCV Replacement'),
]
const found = (query: string) => searchKits(KITS, wordsOf(query)).map(({ name }) => name)

test('every word is contained in year, make, model, task or name, whatever its case', () => {
  expect(found('AUDI  oil')).toEqual(['Nine quarts'])
  expect(found(' replacement 20 ')).toEqual(['Winter set', 'Quick one'])
  expect(found('f-150 winter')).toEqual(['Winter set'])
  expect(found('audi ford')).toEqual([])
  expect(found('')).toHaveLength(3)
})

test('a task that is built in is found by its name in the language of the device, and by its own', () => {
  speakBy(() => ({ tag: 'de', catalogue: { 'Oil Change': 'Ölwechsel' } }))
  const { words } = kit('Neun Liter', '', 'Oil Change')
  speakBy(() => ENGLISH)
  expect(words).toBe('oil change olwechsel neun liter')
})

test('a search that is typed, taken back and typed anew finds what one at once finds', () => {
  for (const text of ['audi pcv', 'a', 'au ford', 'udi', 'winter f', '']) {
    for (let end = 0; end <= text.length; end++) {
      const words = wordsOf(text.slice(0, end))
      expect(searchOn(KITS, words)).toEqual(searchKits(KITS, words))
    }
    for (let end = text.length; end >= 0; end--) {
      const words = wordsOf(text.slice(0, end))
      expect(searchOn(KITS, words)).toEqual(searchKits(KITS, words))
    }
  }
  const fewer = KITS.slice(1)
  expect(searchOn(fewer, ['audi'])).toEqual([KITS[2]])
})
