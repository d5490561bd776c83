/** Sign-out without losing work only this device has. */
import { fieldOf, textIn } from '#shared/cells/cells.ts'
import { isId } from '#shared/ids.ts'
import { storeCall } from '../api/calls.ts'
import { db } from '../device/db.ts'
import { AUTHOR_PREFIX } from '../kits/open/author.ts'
import { keepWaiting } from './claimKits.ts'
import { env, shownPrincipal, setSignedIn, signedIn } from '../device/device.ts'
import { delay } from '../device/delay.ts'
import { settled } from '../sync/write/writeQueue.ts'
import { sendCalls } from '../api/sendCalls.ts'
import { sessionOf } from '../device/session.ts'
import { syncNow } from '../sync/send/sync.ts'
import { noteEdit } from '../device/syncState.ts'
import { unsentCount } from './unsent.ts'
import { ofPrincipal } from '../device/ranges.ts'

/** How long the revocation may delay the reload; after that it is queued. */
const REVOKE_MS = 1_500

/** Tries to send for up to `ms` milliseconds. @returns rows left unsent */
export async function trySend(ms: number): Promise<number> {
  await settled()
  await Promise.race([syncNow(), delay(ms)])
  return unsentCount()
}

/**
 * Signs out and reloads at the start page. Confirmed rows leave this device; pending ones stay,
 * locked until the account signs in again, or are discarded.
 */
export async function signOut(mode: 'keep' | 'discard'): Promise<void> {
  const account = signedIn()
  if (!account) return
  await settled()
  const principal = shownPrincipal()
  if (mode === 'keep') await env.store.transact((tx) => keepWaiting({ tx, env, p: principal }))
  const tables = [db.meta, db.rows, db.pending, db.drafts, db.problems, db.calls]
  // One transaction: a page that dies in between is still signed in, or out with nothing left.
  await db.transaction('rw', tables, async () => {
    await releaseLinks(principal)
    await ofPrincipal(db.rows, principal).delete()
    if (mode === 'discard') {
      await ofPrincipal(db.pending, principal).delete()
      await ofPrincipal(db.drafts, principal).delete()
      await ofPrincipal(db.problems, principal).delete()
    }
    // Its rows are gone: the next login pulls from the start.
    await db.meta.bulkDelete([`cursors:${principal}`, `lastOk:${principal}`])
    await db.meta.where('key').startsWith(AUTHOR_PREFIX).delete()
    if ((await ofPrincipal(db.pending, principal).count()) === 0)
      await db.meta.delete(`name:${principal}`)
    const { epoch } = sessionOf((await db.meta.get('session'))?.value)
    const session = { epoch: epoch + 1, account: null }
    await db.meta.put({ key: 'session', value: session })
    await storeCall('logout', account.token)
  })
  noteEdit()
  localStorage.removeItem('authToken')
  localStorage.removeItem('user')
  await Promise.race([sendCalls(), delay(REVOKE_MS)])
  location.assign('/')
  setSignedIn(null)
}

/** Account links resolve through the server from now on: the next user holds no rows of them. */
async function releaseLinks(principal: string): Promise<void> {
  const rows = await ofPrincipal(db.rows, principal).toArray()
  const pending = await ofPrincipal(db.pending, principal).toArray()
  const kits = [...rows, ...pending].filter((row) => row.kind === 'kit')
  const keys = new Set(kits.map((row) => `drawn:${textIn(row.cells, 'buildId')}`))
  const drawn = await db.meta.bulkGet([...keys])
  const guesses = drawn.flatMap((row) => {
    const kitId = fieldOf(row?.value, 'kitId')
    return row && isId(kitId) ? [{ key: row.key, value: { kitId, at: 0, isGuess: true } }] : []
  })
  await db.meta.bulkPut(guesses)
}
