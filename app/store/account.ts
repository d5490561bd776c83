/** The account that is signed in on this device, and the ways in and out, loaded when they are used. */
import { useMemo, useSyncExternalStore } from 'react'

import type { AccountUser, LoginForm } from '#shared/account.ts'
import type { SignIn } from './signIn.ts'

import { signedIn, watchSignedIn } from './device.ts'

export type { DraftKit, SignIn } from './signIn.ts'

export interface Account extends AccountUser {
  /** The server wants a new login; until then everything stays on this device. */
  isExpired: boolean
}

/** Who is signed in here, null for nobody. */
export function useAccount(): Account | null {
  const account = useSyncExternalStore(watchSignedIn, signedIn)
  return useMemo(() => account && { ...account.user, isExpired: account.isExpired }, [account])
}

/** Asks the server for a session. Nothing changes on this device before `complete`. @throws ApiError */
export async function signIn(form: LoginForm): Promise<SignIn> {
  return (await import('./signIn.ts')).signIn(form)
}

/** Reads the account again, after its address or its requests changed. @throws ApiError */
export async function refreshAccount(): Promise<void> {
  await (await import('./signIn.ts')).refreshAccount()
}

/** Rows of this account that the server does not have yet. */
export async function unsentCount(): Promise<number> {
  return (await import('./signOut.ts')).unsentCount()
}

/** Tries to send for up to `ms` milliseconds. @returns what is left unsent */
export async function trySend(ms: number): Promise<number> {
  return (await import('./signOut.ts')).trySend(ms)
}

/**
 * Signs out and reloads at the start page. What the server has leaves this device; what it does not
 * have stays here, locked until the account signs in again, or is discarded.
 */
export async function signOut(mode: 'keep' | 'discard'): Promise<void> {
  await (await import('./signOut.ts')).signOut(mode)
}
