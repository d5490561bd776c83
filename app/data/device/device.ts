/** This device in the running page or worker: its store, clock and principal. */
import type { EditEnv } from './store.ts'
import type { Stamp } from '#shared/cells/stamp.ts'
import type { Session, StoredAccount } from './session.ts'

import { systemRandom } from '#shared/ids.ts'
import { type Device, isDevice, latestIn, openIdentity } from './clock.ts'
import { moneyOfNewKit } from './currency.ts'
import { db } from './db.ts'
import { dexieStore } from './dexieStore.ts'
import { accountPrincipal, isShown, putSession, sessionOf, showSession } from './session.ts'

export const env: EditEnv = {
  store: dexieStore(db),
  now: () => Date.now(),
  random: systemRandom,
  newKit: moneyOfNewKit,
}

let opened: Device | null = null
let account: StoredAccount | null = null
let latest: Stamp = ''
const watchers = new Set<() => void>()

/** Opens the database and the device identity. Rejects where the browser stores nothing. */
export async function openDevice(): Promise<Device> {
  if (opened) return opened
  // A read costs a third of a read-write transaction, and every start waits for it.
  const [device, session, clock] = await db.meta.bulkGet(['device', 'session', 'clock'])
  account = await heldByToken(sessionOf(session?.value))
  const stored = device?.value
  opened = isDevice(stored) ? stored : await openIdentity(env.store, env.random)
  latest = latestIn(clock?.value, opened.node)
  return opened
}

export function isOpen(): boolean {
  return opened !== null
}

/**
 * The token in localStorage decides who is signed in; without it the account's rows stay locked.
 * Workers have no localStorage and use the stored session.
 */
async function heldByToken(session: Session): Promise<StoredAccount | null> {
  const { epoch, account: stored } = session
  if (!stored || typeof localStorage === 'undefined') return stored
  if (localStorage.getItem('authToken') === stored.token) return stored
  if (!isShown(session)) {
    showSession({ epoch, account: stored })
    return stored
  }
  const signedOut = { epoch: epoch + 1, account: null }
  await env.store.transact((tx) => putSession(tx, signedOut))
  return null
}

/** Latest stamp known when the device was opened, '' for none. */
export function latestAtStart(): Stamp {
  return latest
}

/** Account this page shows, null for an anonymous device. */
export function signedIn(): StoredAccount | null {
  return account
}

/** Sets `signedIn`; the caller stores the session. */
export function setSignedIn(next: StoredAccount | null): void {
  account = next
  for (const watcher of watchers) watcher()
}

/** Calls `watcher` after each change of `signedIn`. Returns an unsubscribe. */
export function watchSignedIn(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The device's own principal. Only after `openDevice`, which the first screen waits for. */
export function devicePrincipal(): string {
  if (!opened) throw new Error('the device was not opened yet')
  return opened.principal
}

/** Principal whose rows this page shows and writes: the account's, else the device's. */
export function shownPrincipal(): string {
  return account ? accountPrincipal(account.user) : devicePrincipal()
}
