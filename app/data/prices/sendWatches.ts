/** Syncs watches with the account's other devices. Idempotent; does nothing without an account. */
import type { Watch, WatchesAnswer } from '#shared/notify/notifications.ts'

import { ApiError, callApi } from '../api/api.ts'
import { isListOf, isNumber, isShape, isText } from '#shared/shape.ts'
import { db, type WatchRow } from '../device/db.ts'
import { ofPrincipal } from '../device/ranges.ts'
import { shownPrincipal, signedIn } from '../device/device.ts'

/** Server limits on a basket's options (shared/notify/notifications.ts). */
const MAX_OWNED = 200
const MAX_SHOPS = 24

const isWatch = isShape({
  key: isText,
  partNumber: isText,
  brand: isText,
  name: isText,
  targetCents: (cents) => cents === null || isNumber(cents),
  isForStock: (value) => typeof value === 'boolean',
  at: isNumber,
})
const isAnswer = (value: unknown): value is WatchesAnswer =>
  isShape({ watches: isListOf(isWatch), refused: isListOf(isText) })(value)

let last = Promise.resolve()

/** Runs one at a time, and never rejects: a failed send is retried next time. */
export function sendWatches(): Promise<void> {
  last = last.then(send).catch(() => undefined)
  return last
}

async function send(): Promise<void> {
  const account = signedIn()
  if (!account || account.isExpired) return
  const principal = shownPrincipal()
  const own = () => ofPrincipal(db.watches, principal)
  const rows = await own().toArray()
  const waiting = rows.filter(({ isSent }) => isSent !== true)
  const set = waiting.filter(({ isGone }) => isGone !== true)
  const gone = waiting.filter(({ isGone }) => isGone === true)
  const body = {
    set: set.map(watchOf),
    gone: gone.map(({ key }) => key),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  const answer = await callApi('POST', '/api/watches', body)
  if (!isAnswer(answer)) throw new ApiError(502, 'not an answer of ours', undefined)
  await db.transaction('rw', [db.watches], async () => {
    const now = await own().toArray()
    // Changed while the answer was on its way: sent next time.
    const isChanged = (row: WatchRow) =>
      row.isSent !== true &&
      !waiting.some(
        ({ key, at, isGone }) => key === row.key && at === row.at && isGone === row.isGone,
      )
    const kept = now.filter((row) => isChanged(row) || answer.refused.includes(row.key))
    const keys = new Set(kept.map(({ key }) => key))
    await own()
      .filter(({ key }) => !keys.has(key))
      .delete()
    await db.watches.bulkPut(
      answer.watches
        .filter(({ key }) => !keys.has(key))
        .map(({ basket, ...watch }) => ({
          p: principal,
          ...watch,
          ...(basket && { basket }),
          isSent: true,
        })),
    )
  })
}

function watchOf({ p: _p, isSent: _sent, isGone: _gone, basket, ...watch }: WatchRow): Watch {
  return {
    ...watch,
    name: watch.name.slice(0, 200),
    isForStock: watch.isForStock === true,
    ...(basket && {
      basket: {
        ...basket,
        locked: basket.locked.slice(0, MAX_SHOPS),
        banned: basket.banned.slice(0, 4 * MAX_SHOPS),
        owned: basket.owned.slice(0, MAX_OWNED),
      },
    }),
  }
}
