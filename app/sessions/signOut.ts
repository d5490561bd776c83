/** Out of an account, without losing what only this device has. */
import Dexie from 'dexie'

import { fieldOf, textIn } from '#shared/sync/cells.ts'
import { isId } from '#shared/ids.ts'
import { storeCall } from '../api/calls.ts'
import { db } from '../device/db.ts'
import { AUTHOR_PREFIX } from '../kits/open/author.ts'
import { keepWaiting } from './claimKits.ts'
import { env, principal, setSignedIn, signedIn } from '../device/device.ts'
import { pause } from '../device/pause.ts'
import { settled } from '../sync/write/pump.ts'
import { sendCalls } from '../api/sendCalls.ts'
import { sessionOf } from '../device/session.ts'
import { syncNow } from '../sync/send/sync.ts'
import { noteEdit } from '../device/syncState.ts'

/** How long the revocation may keep the page; it is sent later otherwise. */
const REVOKE_MS = 1_500

/** See access.ts. */
export async function unsentCount(): Promise<number> {
  await settled()
  const p = principal()
  return db.pending.where('[p+kit]').between([p, Dexie.minKey], [p, Dexie.maxKey]).count()
}

/** See access.ts. */
export async function trySend(ms: number): Promise<number> {
  await settled()
  await Promise.race([syncNow(), pause(ms)])
  return unsentCount()
}

/** See access.ts. */
export async function signOut(mode: 'keep' | 'discard'): Promise<void> {
  const account = signedIn()
  if (!account) return
  await settled()
  const p = principal()
  const all = [
    [p, Dexie.minKey],
    [p, Dexie.maxKey],
  ] as const
  if (mode === 'keep') await env.store.transact((tx) => keepWaiting(tx, env, p))
  const tables = [db.meta, db.rows, db.pending, db.drafts, db.problems, db.calls]
  // All or nothing: a page that dies in between is signed in, or is out and nothing is left.
  await db.transaction('rw', tables, async () => {
    await releaseLinks(p)
    await db.rows
      .where('[p+kit]')
      .between(...all)
      .delete()
    if (mode === 'discard') {
      await db.pending
        .where('[p+kit]')
        .between(...all)
        .delete()
      await db.drafts
        .where('[p+id+cell]')
        .between(...all)
        .delete()
      await db.problems
        .where('[p+at]')
        .between(...all)
        .delete()
    }
    // Its rows are gone: the next login reads them again from the start.
    await db.meta.bulkDelete([`cursors:${p}`, `lastOk:${p}`])
    await db.meta.where('key').startsWith(AUTHOR_PREFIX).delete()
    const left = db.pending.where('[p+kit]').between(...all)
    if ((await left.count()) === 0) await db.meta.delete(`name:${p}`)
    const { epoch } = sessionOf((await db.meta.get('session'))?.value)
    const session = { epoch: epoch + 1, account: null }
    await db.meta.put({ key: 'session', value: session })
    await storeCall('logout', account.token)
  })
  noteEdit()
  localStorage.removeItem('authToken')
  localStorage.removeItem('user')
  await Promise.race([sendCalls(), pause(REVOKE_MS)])
  location.assign('/')
  setSignedIn(null)
}

/** Links of the account lead to the server from now on: whoever comes next holds nothing of them. */
async function releaseLinks(p: string): Promise<void> {
  const all = [[p, Dexie.minKey] as const, [p, Dexie.maxKey] as const] as const
  const rows = await db.rows
    .where('[p+kit]')
    .between(...all)
    .toArray()
  const pending = await db.pending
    .where('[p+kit]')
    .between(...all)
    .toArray()
  const kits = [...rows, ...pending].filter((row) => row.kind === 'kit')
  const keys = new Set(kits.map((row) => `drawn:${textIn(row.cells, 'buildId')}`))
  const drawn = await db.meta.bulkGet([...keys])
  const guesses = drawn.flatMap((row) => {
    const kitId = fieldOf(row?.value, 'kitId')
    return row && isId(kitId) ? [{ key: row.key, value: { kitId, at: 0, isGuess: true } }] : []
  })
  await db.meta.bulkPut(guesses)
}
