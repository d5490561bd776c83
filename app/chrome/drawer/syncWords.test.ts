import { expect, test } from 'vitest'

import type { SyncSummary } from '../../data/sync/send/useSyncStatus.ts'

import { drawerText } from './drawerWords.ts'
import { announcement, chipLabel, chipText } from './syncWords.ts'

const calm: SyncSummary = {
  status: 'synced',
  waiting: 0,
  locked: 0,
  problems: 0,
  lastOk: 1,
  isOffline: false,
  ended: null,
  isStorageFailing: false,
  isUnused: false,
}
const offline: SyncSummary = { ...calm, status: 'waiting', waiting: 3, isOffline: true }

test('the chip says the five states in the words of the design', () => {
  expect(chipText({ ...calm, status: 'device' })).toBe('On this device')
  expect(chipText(offline)).toBe('3 waiting')
  expect(chipText({ ...calm, status: 'syncing', waiting: 1 })).toBe('Syncing...')
  expect(chipText(calm)).toBe('Synced')
  expect(chipText({ ...calm, status: 'attention', problems: 1 })).toBe('1 needs attention')
})

test('the name of the chip begins like what it shows', () => {
  expect(chipLabel(offline)).toBe('Sync: 3 waiting for signal')
  expect(chipLabel({ ...calm, status: 'attention', problems: 2 })).toBe('Sync: 2 need attention')
  expect(chipLabel({ ...calm, status: 'device', waiting: 2 })).toBe(
    'Sync: on this device, 2 changes',
  )
  expect(chipLabel(calm)).toBe('Sync: synced')
})

test('sending with the app closed is promised only where the browser does it', () => {
  expect(drawerText(offline, { sendsWhenClosed: true })).toBe(
    '3 changes are safe on this device. They send themselves when the connection is back, even if you close Wrenchlist.',
  )
  expect(drawerText({ ...offline, waiting: 1 }, { sendsWhenClosed: false })).toBe(
    '1 change is safe on this device. It sends itself when you open Wrenchlist with a signal.',
  )
})

test('who has to sign in again is told so, and promised nothing', () => {
  expect(drawerText({ ...offline, ended: 'expired' }, { sendsWhenClosed: true })).toBe(
    '3 changes are safe on this device. Sign in again to upload them.',
  )
})

test.each([
  ['suspended', 3, 'Your account is suspended. Nothing is sent or fetched.'],
  ['deleted', 3, 'Your account was deleted. Nothing is sent any more.'],
  ['deleted', 0, 'Your account was deleted. Nothing is sent any more.'],
] as const)(
  'an account that is %s, with %i changes, is said before anything else',
  (ended, waiting, words) => {
    const text = drawerText(
      { ...calm, status: 'device', waiting, ended },
      { sendsWhenClosed: true },
    )
    expect(text).toContain(words)
    expect(text).not.toMatch(/by itself|has everything|sign in/i)
  },
)

test('while a limit holds work up nothing is said to be on its way that is not', () => {
  const online = { ...offline, isOffline: false }
  const text = (limited: number) => drawerText(online, { sendsWhenClosed: true, limited })
  expect(text(0)).toBe('3 changes are safe on this device. Sending to the server.')
  expect(text(2)).toBe('3 changes are safe on this device. Sending what the server takes.')
  expect(text(3)).toBe('3 changes are safe on this device.')
})

test('the usual round of an edit is not said aloud', () => {
  expect(announcement('synced', 'device')).toBe(null)
  expect(announcement('device', 'syncing')).toBe(null)
  expect(announcement('syncing', 'synced')).toBe(null)
})

test('losing the signal is said, and that it is over', () => {
  expect(announcement('device', 'waiting')).toBe('Waiting for signal')
  expect(announcement('waiting', 'synced')).toBe('Synced')
  expect(announcement('attention', 'synced')).toBe('Synced')
})

test('work of an account that is signed out is counted, and the drawer speaks of yours', () => {
  const shared: SyncSummary = { ...calm, status: 'device', locked: 2 }
  expect(chipLabel(shared)).toBe('Sync: on this device, 2 changes')
  expect(drawerText(shared, { sendsWhenClosed: true })).toBe(
    'Nothing of yours is waiting. The rest here waits for its account.',
  )
})
