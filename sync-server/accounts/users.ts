/** Accounts as they are stored, and what their owners are told of them. */
import type { Knex } from 'knex'

import type { AccountUser } from '#shared/account.ts'
import type { Deps } from '../deps.ts'

import { emailKey, usernameKey } from '#shared/account.ts'
import { findSession, type SignedInUser } from './sessions.ts'

/** What the functions of this folder take from outside. */
export type AccountDeps = Pick<
  Deps,
  'db' | 'env' | 'log' | 'mailer' | 'limits' | 'passwords' | 'now' | 'random'
>

export interface User {
  id: string
  username: string
  username_key: string | null
  email: string
  email_key: string
  email_verified_at: Date | null
  new_email: string | null
  password_hash: string | null
  suspended_at: Date | null
  suspended_until: Date | null
  is_admin: boolean
  /** What it reads; null while no device has said. */
  language: string | null
}

const COLUMNS = [
  'id',
  'username',
  'username_key',
  'email',
  'email_key',
  'email_verified_at',
  'new_email',
  'password_hash',
  'suspended_at',
  'suspended_until',
  'is_admin',
  'language',
] as const

/** An account that was not deleted; with `lock`, until the transaction ends. */
export async function findUser(
  db: Knex,
  by: { id: string } | { email_key: string },
  { lock = false } = {},
): Promise<User | null> {
  const found = await db('users')
    .where(by)
    .whereNull('deleted_at')
    .modify((query) => void (lock && query.forUpdate()))
    .first<User | undefined>(...COLUMNS)
  return found ?? null
}

/** What was typed into a login, as it is compared: with an "@" it is an address. */
export function loginKey(typed: string): { email_key: string } | { username_key: string } {
  return typed.includes('@') ? { email_key: emailKey(typed) } : { username_key: usernameKey(typed) }
}

/** The account of a login, and whether `device` signed in to it before. */
export async function findLogin(
  db: Knex,
  by: { email_key: string } | { username_key: string },
  device: string | null,
): Promise<(User & { knows_device: boolean }) | null> {
  const found = await db('users as u')
    .where(by)
    .whereNull('u.deleted_at')
    .first<(User & { knows_device: boolean }) | undefined>(
      ...COLUMNS.map((column) => `u.${column}`),
      db.raw(
        'exists (select 1 from sessions s where s.user_id = u.id and s.device = ?) as knows_device',
        [device],
      ),
    )
  return found ?? null
}

/** The account as its owner sees it in a session, or null when it is gone. */
export async function accountUser(
  db: Knex,
  { id, isAdmin }: Pick<SignedInUser, 'id' | 'isAdmin'>,
): Promise<AccountUser | null> {
  const user = await findUser(db, { id })
  if (!user) return null
  const request = await db('deletion_requests')
    .where({ user_id: id, status: 'open' })
    .first<{ requested_at: Date } | undefined>('requested_at')
  return {
    id,
    username: user.username,
    email: user.email,
    emailVerified: user.email_verified_at !== null,
    isAdmin,
    deletionRequestedAt: request?.requested_at.toISOString() ?? null,
  }
}

/** What whoever just signed in is answered, or null when that session is over already. */
export async function sessionAnswer(
  deps: AccountDeps,
  token: string,
): Promise<{ token: string; user: AccountUser } | null> {
  const session = await findSession(deps, token)
  const user = session && (await accountUser(deps.db, session.user))
  return user && { token, user }
}
