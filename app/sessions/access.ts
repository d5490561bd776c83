/** The ways into an account and out of it, loaded when they are used. */
import type { LoginForm } from '#shared/account.ts'
import type { ConfirmForm, SignIn } from './signIn.ts'

import { signedIn } from '../device/device.ts'
import { readEntrance } from './entrance.ts'

export type { DraftKit, SignIn } from './signIn.ts'

/** A token that this app did not put there, for instance by a program that tests it. */
export async function adoptForeignToken(): Promise<void> {
  const token = localStorage.getItem('authToken')
  if (!token || signedIn()) return
  await (await import('./signIn.ts')).adoptLater(token)
}

/** Asks the server for a session. Nothing changes on this device before `complete`. @throws ApiError */
export async function signIn(form: LoginForm): Promise<SignIn> {
  return (await import('./signIn.ts')).signIn(form)
}

/**
 * The login whose question about drafts was open when this page was loaded anew; else null.
 * @param way `verifying` for one that confirmed an address, and no other
 */
export async function resumeSignIn(way: 'any' | 'verifying'): Promise<SignIn | null> {
  if (readEntrance() === null) return null
  return (await import('./signIn.ts')).resumeSignIn(way)
}

/**
 * Confirms the address of a mailed link, and asks for a session with it; null where another account
 * is signed in here, which stays. @throws ApiError
 */
export async function confirmEmail(form: ConfirmForm): Promise<SignIn | null> {
  return (await import('./signIn.ts')).confirmEmail(form)
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
