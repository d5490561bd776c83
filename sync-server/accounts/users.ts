/** Account rows, and their owner's view of them. */
import type { Knex } from 'knex'

import type { Logger } from 'pino'
import type { RandomBytes } from '#shared/ids.ts'
import type { Env } from '../env/env.ts'
import type { RateLimits } from '../http/rateLimit.ts'
import type { Post } from '../mail/letters.ts'
import type { Letter, Mailer } from '../mail/mailer.ts'
import type { Passwords } from './passwords.ts'

import { type AccountUser, emailKey, usernameKey } from '#shared/account.ts'
import { findSession, type SignedInUser } from './sessions.ts'
import { inLanguage } from '../words/language.ts'

/** Dependencies of the functions in this folder. */
export interface AccountDeps {
  db: Knex
  env: Env
  log: Logger
  mailer: Mailer
  limits: RateLimits
  passwords: Passwords
  now(): number
  random: RandomBytes
}

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
  /** Language of letters; null until a device reports one. */
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

/** An account that is not deleted; `lock` holds its row until the transaction ends. */
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

/** Comparison key of a typed login: an address if it contains "@". */
export function loginKey(typed: string): { email_key: string } | { username_key: string } {
  return typed.includes('@') ? { email_key: emailKey(typed) } : { username_key: usernameKey(typed) }
}

interface Known {
  knows_device: boolean
  has_second: boolean
}

/** The account of a login, whether `device` signed in to it before, and with a second factor. */
export async function findLogin(
  db: Knex,
  by: { email_key: string } | { username_key: string },
  device: string | null,
): Promise<(User & Known) | null> {
  const found = await db('users as u')
    .where(by)
    .whereNull('u.deleted_at')
    .joinRaw(
      `cross join lateral (select count(*) > 0 as knows_device, coalesce(bool_or(has_second), false) as has_second
         from sessions where user_id = u.id and device = ?) s`,
      [device],
    )
    .first<(User & Known) | undefined>(...COLUMNS.map((column) => `u.${column}`), 's.*')
  return found ?? null
}

/** The account as its owner sees it in a session; null when it is gone. */
export async function accountUser(
  db: Knex,
  { id, isAdmin, role }: Pick<SignedInUser, 'id' | 'isAdmin' | 'role'>,
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
    role,
    deletionRequestedAt: request?.requested_at.toISOString() ?? null,
  }
}

/** The answer to a sign-in; null when that session is over already. */
export async function sessionAnswer(
  deps: AccountDeps,
  token: string,
): Promise<{ token: string; user: AccountUser } | null> {
  const session = await findSession(deps, token)
  const user = session && (await accountUser(deps.db, session.user))
  return user && { token, user }
}

/** A letter to an account, in its language, or the current one if that is unknown. */
export function letterFor(
  { PUBLIC_URL: publicUrl }: Pick<Env, 'PUBLIC_URL'>,
  { email: to, username, language }: User,
  write: (post: Post) => Letter,
): Letter {
  const letter = () => write({ to, username, publicUrl })
  return language === null ? letter() : inLanguage(language, letter)
}
