import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Watch } from '#shared/notify/notifications.ts'

import { db } from '../device/db.ts'
import { openDevice, setSignedIn } from '../device/device.ts'
import { sendWatches } from './sendWatches.ts'
import { readWatches, setWatch, watch } from './watches.ts'

const WANTED = { key: 'F1 CORVANE', partNumber: 'F1', brand: 'Corvane', name: 'Filter' }
const DANA = {
  token: 't',
  isExpired: false,
  user: {
    id: 'A'.repeat(22),
    username: 'dana',
    email: 'd@example.com',
    emailVerified: true,
    isAdmin: false,
    deletionRequestedAt: null,
  },
}

/** The account's watches, and every request that changed them. */
let account: Watch[] = []
let sent: { set: Watch[]; gone: string[] }[] = []
let isAway = false

beforeEach(async () => {
  await openDevice()
  await db.watches.clear()
  account = []
  sent = []
  isAway = false
  localStorage.setItem('authToken', DANA.token)
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    if (isAway) return Promise.reject(new TypeError('no signal'))
    const request = JSON.parse(body) as { set: Watch[]; gone: string[] }
    sent.push({ set: request.set, gone: request.gone })
    const keys = [...request.gone, ...request.set.map(({ key }) => key)]
    account = [...account.filter(({ key }) => !keys.includes(key)), ...request.set]
    return Promise.resolve(Response.json({ watches: account, refused: [] }))
  })
})
afterEach(() => {
  setSignedIn(null)
  localStorage.clear()
  vi.unstubAllGlobals()
})

const seen = async () => (await readWatches()).map(({ key, targetCents }) => [key, targetCents])

test('without an account what is watched never leaves the device', async () => {
  await watch({ ...WANTED, targetCents: 500 })
  await sendWatches()
  expect(sent).toEqual([])
  await setWatch(WANTED.key, undefined)
  expect(await db.watches.count()).toBe(0)
})

test('of an account it is sent once, changed and taken away, with signal or later', async () => {
  setSignedIn(DANA)
  isAway = true
  await watch({ ...WANTED, targetCents: 500, isForStock: true })
  await sendWatches()
  expect(sent).toEqual([])
  expect(await seen()).toEqual([[WANTED.key, 500]])
  isAway = false
  await sendWatches()
  expect(sent[0]?.set).toMatchObject([{ ...WANTED, targetCents: 500, isForStock: true }])
  await sendWatches()
  expect(sent[1]).toEqual({ set: [], gone: [] })
  isAway = true
  await setWatch(WANTED.key, undefined)
  await sendWatches()
  expect(await seen()).toEqual([])
  isAway = false
  await sendWatches()
  expect(account).toEqual([])
  expect(await db.watches.count()).toBe(0)
})

test('what other devices watch comes here, and what they let go goes', async () => {
  setSignedIn(DANA)
  account = [{ ...WANTED, targetCents: 700, isForStock: false, at: 1 }]
  await sendWatches()
  expect(await seen()).toEqual([[WANTED.key, 700]])
  account = []
  await sendWatches()
  expect(await seen()).toEqual([])
})

test('what is set while an answer is on its way is neither lost nor said to be sent', async () => {
  setSignedIn(DANA)
  await watch({ ...WANTED, targetCents: 500 })
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    vi.stubGlobal('fetch', answered)
    const answer = await answered(path, init)
    const row = await db.watches.toCollection().first()
    if (row) await db.watches.put({ ...row, targetCents: 400, at: row.at + 1, isSent: false })
    return answer
  })
  await sendWatches()
  expect(await seen()).toEqual([[WANTED.key, 400]])
  await sendWatches()
  expect(account).toMatchObject([{ targetCents: 400 }])
})
