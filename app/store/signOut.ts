/** Out of an account, without losing what only this device has. */
import Dexie from 'dexie'

import { queueCall } from './calls.ts'
import { db } from './db.ts'
import { env, principal, setSignedIn, signedIn } from './device.ts'
import { settled } from './pump.ts'
import { sendCalls } from './sendCalls.ts'
import { putSession, readSession } from './session.ts'
import { syncNow } from './sync.ts'

/** How long the revocation may keep the page; it is sent later otherwise. */
const REVOKE_MS = 1_500

/** See account.ts. */
export async function unsentCount(): Promise<number> {
  await settled()
  const p = principal()
  return db.pending.where('[p+kit]').between([p, Dexie.minKey], [p, Dexie.maxKey]).count()
}

/** See account.ts. */
export async function trySend(ms: number): Promise<number> {
  await settled()
  await Promise.race([syncNow(), pause(ms)])
  return unsentCount()
}

/** See account.ts. */
export async function signOut(mode: 'keep' | 'discard'): Promise<void> {
  const account = signedIn()
  if (!account) return
  await settled()
  const p = principal()
  const all = [
    [p, Dexie.minKey],
    [p, Dexie.maxKey],
  ] as const
  const tables = [db.meta, db.rows, db.pending, db.drafts, db.problems]
  await db.transaction('rw', tables, async () => {
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
  })
  await env.store.transact(async (tx) => {
    const { epoch } = await readSession(tx)
    await putSession(tx, { epoch: epoch + 1, account: null })
  })
  await queueCall('logout', account.token)
  localStorage.removeItem('authToken')
  localStorage.removeItem('user')
  await Promise.race([sendCalls(), pause(REVOKE_MS)])
  location.assign('/')
  setSignedIn(null)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
