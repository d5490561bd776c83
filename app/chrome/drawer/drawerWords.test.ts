import { expect, test } from 'vitest'

import type { Restored } from '../../data/backup/restoreBackup.ts'

import { clockText, restoredText, strangersText, waitingText } from './drawerWords.ts'

const none: Restored = { changes: 0, kits: 0, copies: 0, known: 0, left: 0, strangers: [] }

test('what a file brings is counted, with what comes in as a copy and what is here already', () => {
  expect(restoredText({ ...none, changes: 12, kits: 3 })).toBe('12 changes of 3 kits.')
  expect(restoredText({ ...none, changes: 4, kits: 1, copies: 1, known: 1 })).toBe(
    '4 changes of 1 kit. 1 kit comes in as a copy, begun on another device or account. 1 other is here already.',
  )
  expect(restoredText({ ...none, known: 4 })).toBe(
    'Everything in this file is on this device already.',
  )
})

test('who should sign in first is named', () => {
  expect(strangersText(none)).toBe('')
  expect(strangersText({ ...none, strangers: ['dana_k'] })).toBe(
    'Sign in as dana_k first to have it under that account.',
  )
})

test('what waits is said by what it is', () => {
  const waiting = { id: 'k', title: 'Valley pan and PCV', since: 0 }
  expect(waitingText({ ...waiting, what: 'parts', changes: 4 })).toEqual({
    name: '4 part edits',
    about: 'Valley pan and PCV',
  })
  expect(waitingText({ ...waiting, what: 'comment', changes: 1 })).toEqual({
    name: 'Comment',
    about: 'on Valley pan and PCV',
  })
  expect(waitingText({ ...waiting, what: 'save', changes: 1 }).name).toBe('Kit saved')
})

test.each([
  [0, ''],
  [60_000, ''],
  [2 * 3_600_000, '2 hours behind'],
  [-366 * 86_400_000, '1 year ahead'],
  [-26 * 3_600_000, '1 day ahead'],
])('a clock off by %i ms is %s', (offset, words) => {
  const text = clockText(offset)
  expect(words === '' ? text : text.includes(words)).toBe(words === '' ? '' : true)
})
