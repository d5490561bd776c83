/**
 * Who is signed in, stored beside the rows: the service worker cannot read localStorage, and every
 * request and every answer has to know under whom it was begun.
 */
import type { AccountUser } from '#shared/account.ts'
import type { Json } from '#shared/sync/cells.ts'
import type { Principal } from '#shared/sync/limits.ts'
import type { SessionEnd } from './sessionEnd.ts'
import type { StoreTx } from './store.ts'

import { readDevice } from './clock.ts'

/** Raised with every login and logout: an answer to what was sent before belongs to nobody. */
export interface Session {
  epoch: number
  account: StoredAccount | null
}

export interface StoredAccount {
  token: string
  user: AccountUser
  /** The server has refused the token: work is kept here until the next login. */
  isExpired: boolean
  /** With it, where the server has said why. */
  ended?: SessionEnd
}

export type Credential = { deviceKey: string } | { token: string }

/** Under whom a request is sent. */
export interface Sender {
  principal: Principal
  node: string
  epoch: number
  credential: Credential
}

const NOBODY: Session = { epoch: 0, account: null }

/** Reads what is stored under the meta key `session`. */
export function sessionOf(value: Json | undefined): Session {
  const isStored = typeof value === 'object' && value !== null && 'epoch' in value
  return isStored ? (value as unknown as Session) : NOBODY
}

export async function readSession(tx: StoreTx): Promise<Session> {
  return sessionOf(await tx.getMeta('session'))
}

export async function putSession(tx: StoreTx, session: Session): Promise<void> {
  await tx.putMeta('session', session as unknown as Json)
}

/**
 * Puts a login under the keys that the specification names for others. The mark beside them says which
 * login they are of: a browser writes localStorage to the disk up to minutes after IndexedDB (Chromium
 * once a minute), so after a flat battery they may be those of before.
 */
export function showSession({ epoch, account }: { epoch: number; account: StoredAccount }): void {
  localStorage.setItem('authToken', account.token)
  localStorage.setItem('user', JSON.stringify(account.user))
  localStorage.setItem('session', String(epoch))
}

/** Whether what localStorage has is of this login. */
export function isShown({ epoch }: Session): boolean {
  return localStorage.getItem('session') === String(epoch)
}

export function accountPrincipal(user: Pick<AccountUser, 'id'>): Principal {
  return `u:${user.id}`
}

/** Whose rows this device shows and writes: the account's, else its own. */
export async function currentPrincipal(tx: StoreTx): Promise<Principal> {
  const { account } = await readSession(tx)
  return account ? accountPrincipal(account.user) : (await readDevice(tx)).principal
}

/** Everybody this device can send for now: the account first, then the device itself. */
export async function readSenders(tx: StoreTx): Promise<Sender[]> {
  const { node, secret, principal } = await readDevice(tx)
  const { epoch, account } = await readSession(tx)
  const device: Sender = { principal, node, epoch, credential: { deviceKey: secret } }
  if (!account || account.isExpired) return [device]
  const { token, user } = account
  return [{ principal: accountPrincipal(user), node, epoch, credential: { token } }, device]
}
