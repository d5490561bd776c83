/** This device, as the running page or worker uses it: its store, its time, and who uses it. */
import type { EditEnv } from './store.ts'
import type { Device } from './clock.ts'
import type { Stamp } from '#shared/sync/stamp.ts'
import type { Session, StoredAccount } from './session.ts'

import { systemRandom } from '#shared/ids.ts'
import { isDevice, latestIn, openIdentity } from './clock.ts'
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

/** Opens the database and the device's identity. Rejects where the browser keeps nothing. */
export async function openDevice(): Promise<Device> {
  if (opened) return opened
  // Reading is a third of the time of a transaction that might write, and every start waits for it.
  const [device, session, clock] = await db.meta.bulkGet(['device', 'session', 'clock'])
  account = await heldByToken(sessionOf(session?.value))
  const stored = device?.value
  opened = isDevice(stored) ? stored : await openIdentity(env.store, env.random)
  latest = latestIn(clock?.value, opened.node)
  return opened
}

/** Whether `openDevice` has come to its end. */
export function isOpen(): boolean {
  return opened !== null
}

/**
 * The token in localStorage decides who is signed in; without it the account's rows stay locked.
 * A worker has no localStorage and goes by what is stored beside the rows.
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

/** The latest stamp that this device knew when it was opened here, '' for none. */
export function latestAtStart(): Stamp {
  return latest
}

/** The account this page shows, null for an anonymous device. */
export function signedIn(): StoredAccount | null {
  return account
}

/** Changes what `signedIn` says; what is stored beside the rows is the caller's to change. */
export function setSignedIn(next: StoredAccount | null): void {
  account = next
  for (const watcher of watchers) watcher()
}

/** Calls `watcher` after each change of `signedIn`. Returns how to stop that. */
export function watchSignedIn(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The device's own principal. Only after `openDevice`, which the first screen waits for. */
export function devicePrincipal(): string {
  if (!opened) throw new Error('the device was not opened yet')
  return opened.principal
}

/** Whose rows this page shows and writes: the account's, else the device's. */
export function principal(): string {
  return account ? accountPrincipal(account.user) : devicePrincipal()
}
