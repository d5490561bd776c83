/**
 * Brings what is watched here to the account, and what its other devices watch here. Any number of
 * times with the same end; without an account nothing leaves the device.
 */
import type { Json } from '#shared/sync/cells.ts'
import type { WatchRow } from '../device/db.ts'
import type { Watch, WatchesAnswer } from '#shared/notifications.ts'

import { callApi } from '../api/api.ts'
import { db } from '../device/db.ts'
import { principal, signedIn } from '../device/device.ts'

/** So much of a basket's options the server takes (shared/notifications.ts). */
const MAX_OWNED = 200
const MAX_SHOPS = 24

let last = Promise.resolve()

/** One after the other, and never rejects: what did not pass is sent the next time. */
export function sendWatches(): Promise<void> {
  last = last.then(send).catch(() => undefined)
  return last
}

async function send(): Promise<void> {
  const account = signedIn()
  if (!account || account.isExpired) return
  const p = principal()
  const own = () => db.watches.where('[p+key]').between([p, ''], [p, '\uffff'])
  const rows = await own().toArray()
  const waiting = rows.filter(({ isSent }) => isSent !== true)
  const set = waiting.filter(({ isGone }) => isGone !== true)
  const gone = waiting.filter(({ isGone }) => isGone === true)
  const body = {
    set: set.map(watchOf),
    gone: gone.map(({ key }) => key),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  const answer = (await callApi(
    'POST',
    '/api/watches',
    body as unknown as Json,
  )) as unknown as WatchesAnswer
  await db.transaction('rw', [db.watches], async () => {
    const now = await own().toArray()
    // Set or taken away while the answer was on its way: the next time.
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
        .map(({ basket, ...watch }) => ({ p, ...watch, ...(basket && { basket }), isSent: true })),
    )
  })
}

function watchOf({
  key,
  partNumber,
  brand,
  name,
  targetCents,
  isForStock,
  basket,
  at,
}: WatchRow): Watch {
  return {
    key,
    partNumber,
    brand,
    name: name.slice(0, 200),
    targetCents,
    isForStock: isForStock === true,
    at,
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
