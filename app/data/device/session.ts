/**
 * Session stored beside the rows: the service worker cannot read localStorage, and every request
 * and answer must know its principal.
 */
import type { AccountUser } from '#shared/account.ts'
import type { Json } from '#shared/cells/cells.ts'
import type { Principal } from '#shared/cells/limits.ts'
import type { SessionEnd } from './sessionEnd.ts'
import { type StoreTx, getMeta, putMeta } from './store.ts'

import { readDevice } from './clock.ts'

/** `epoch` rises with every login and logout: an answer to an earlier request is dropped. */
export interface Session {
  epoch: number
  account: StoredAccount | null
}

export interface StoredAccount {
  token: string
  user: AccountUser
  /** The server refused the token: work is kept here until the next login. */
  isExpired: boolean
  /** Set with `isExpired`, when the server said why. */
  ended?: SessionEnd
}

export type Credential = { deviceKey: string } | { token: string }

/** Credentials of one principal to send for. */
export interface Sender {
  principal: Principal
  node: string
  epoch: number
  credential: Credential
}

const NOBODY: Session = { epoch: 0, account: null }

/** Reads the meta key `session`. */
export function sessionOf(value: Json | undefined): Session {
  const isStored = typeof value === 'object' && value !== null && 'epoch' in value
  return isStored ? (value as unknown as Session) : NOBODY
}

export async function readSession(tx: StoreTx): Promise<Session> {
  return sessionOf(await getMeta(tx, 'session'))
}

export async function putSession(tx: StoreTx, session: Session): Promise<void> {
  await putMeta(tx, 'session', session as unknown as Json)
}

/**
 * Writes a login to the localStorage keys the specification names. The `session` key beside them
 * tells which login: browsers flush localStorage up to minutes after IndexedDB (Chromium once a
 * minute), so after a power loss they may be stale.
 */
export function showSession({ epoch, account }: { epoch: number; account: StoredAccount }): void {
  localStorage.setItem('authToken', account.token)
  localStorage.setItem('user', JSON.stringify(account.user))
  localStorage.setItem('session', String(epoch))
}

/** Whether localStorage belongs to this login. */
export function isShown({ epoch }: Session): boolean {
  return localStorage.getItem('session') === String(epoch)
}

export function accountPrincipal(user: Pick<AccountUser, 'id'>): Principal {
  return `u:${user.id}`
}

/** Principal whose rows this device shows and writes: the account's, else its own. */
export async function currentPrincipal(tx: StoreTx): Promise<Principal> {
  const { account } = await readSession(tx)
  return account ? accountPrincipal(account.user) : (await readDevice(tx)).principal
}

/** Principals this device can send for: the account first, then the device. */
export async function readSenders(tx: StoreTx): Promise<Sender[]> {
  const { node, secret, principal } = await readDevice(tx)
  const { epoch, account } = await readSession(tx)
  const device: Sender = { principal, node, epoch, credential: { deviceKey: secret } }
  if (!account || account.isExpired) return [device]
  const { token, user } = account
  return [{ principal: accountPrincipal(user), node, epoch, credential: { token } }, device]
}
