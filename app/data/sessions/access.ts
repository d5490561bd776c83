/** Sign-in and sign-out, loaded on first use. */
import type { ConfirmForm, SignIn, SignInForm } from './signIn.ts'

import { signedIn } from '../device/device.ts'
import { readEntrance } from './entrance.ts'

export type { DraftKit, SignIn } from './signIn.ts'

/** Adopts a token this app did not store, for instance one set by a test. */
export async function adoptForeignToken(): Promise<void> {
  const token = localStorage.getItem('authToken')
  if (!token || signedIn()) return
  await (await import('./signIn.ts')).adoptLater(token)
}

/** Requests a session. Nothing changes on this device before `complete`. @throws ApiError */
export async function signIn(form: SignInForm): Promise<SignIn> {
  return (await import('./signIn.ts')).signIn(form)
}

/**
 * Login whose question about drafts was open when the page reloaded; else null.
 * @param way `verifying` for one that confirmed an address only
 */
export async function resumeSignIn(way: 'any' | 'verifying'): Promise<SignIn | null> {
  if (readEntrance() === null) return null
  return (await import('./signIn.ts')).resumeSignIn(way)
}

/**
 * Confirms a mailed address and requests a session; null when another account is signed in here,
 * which stays. @throws ApiError
 */
export async function confirmEmail(form: ConfirmForm): Promise<SignIn | null> {
  return (await import('./signIn.ts')).confirmEmail(form)
}

/** Refetches the account, after its address or its requests changed. @throws ApiError */
export async function refreshAccount(): Promise<void> {
  await (await import('./signIn.ts')).refreshAccount()
}

/** Pending rows of this account. */
export async function unsentCount(): Promise<number> {
  return (await import('./signOut.ts')).unsentCount()
}

/** Tries to send for up to `ms` milliseconds. @returns rows left unsent */
export async function trySend(ms: number): Promise<number> {
  return (await import('./signOut.ts')).trySend(ms)
}

/**
 * Signs out and reloads at the start page. Confirmed rows leave this device; pending ones stay,
 * locked until the account signs in again, or are discarded.
 */
export async function signOut(mode: 'keep' | 'discard'): Promise<void> {
  await (await import('./signOut.ts')).signOut(mode)
}
