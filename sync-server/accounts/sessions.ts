/** Who is signed in on which device: opaque tokens, of which only the SHA-256 is stored. */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { SignedInDevice } from '#shared/account.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { Env } from '../env.ts'

import { newId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { hashToken, newToken } from './secrets.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long a session lasts without being used, and at most. */
export const SESSION_IDLE_MS = 60 * DAY_MS
export const SESSION_MAX_MS = 365 * DAY_MS
export const ADMIN_SESSION_IDLE_MS = 12 * HOUR_MS
export const ADMIN_SESSION_MAX_MS = 7 * DAY_MS

/** A use is written down at most this often: a sync every second must not be a write every second. */
const SEEN_EVERY_MS = 5 * 60_000

/** The account behind a request. */
export interface SignedInUser {
  id: string
  username: string
  email: string
  emailVerified: boolean
  isAdmin: boolean
}

export interface SessionDeps {
  db: Knex
  env: Pick<Env, 'ADMIN_EMAILS'>
  log: Pick<Logger, 'warn'>
  now: () => number
}

interface AccountRow {
  user_id: string
  username: string
  email: string
  email_key: string
  email_verified_at: Date | null
  is_admin: boolean
}

interface SessionRow extends AccountRow {
  id: string
  is_confirmed: boolean
  created_at: Date
  last_seen_at: Date
}

/**
 * Whether a session administrates now: by the command line, or by a confirmed address. That counts
 * only for sessions begun after it was confirmed: the first to register an address may be a stranger.
 */
function isAdministrator(row: SessionRow, env: Pick<Env, 'ADMIN_EMAILS'>): boolean {
  const isProved = row.is_confirmed && row.email_verified_at !== null
  return row.is_admin || (isProved && env.ADMIN_EMAILS.includes(row.email_key))
}

/**
 * The session of a token, or null when it ended in any way: expired, revoked, or because its
 * account was suspended or deleted.
 */
export async function findSession(
  { db, env, log, now }: SessionDeps,
  token: string,
): Promise<{ id: string; user: SignedInUser } | null> {
  const { rows } = await db.raw<{ rows: SessionRow[] }>(
    `select s.id, s.created_at, s.last_seen_at, s.is_confirmed, u.id as user_id, u.username, u.email, u.email_key,
       u.email_verified_at, u.is_admin
     from sessions s join users u on u.id = s.user_id
     where s.token_hash = ? and s.revoked_at is null
       and u.suspended_at is null and u.deleted_at is null`,
    [hashToken(token)],
  )
  const row = rows[0]
  if (!row) return null
  const isAdmin = isAdministrator(row, env)
  const at = now()
  const idleMs = isAdmin ? ADMIN_SESSION_IDLE_MS : SESSION_IDLE_MS
  const maxMs = isAdmin ? ADMIN_SESSION_MAX_MS : SESSION_MAX_MS
  const isOver = at - row.last_seen_at.getTime() >= idleMs || at - row.created_at.getTime() >= maxMs
  if (isOver) return null
  if (at - row.last_seen_at.getTime() >= SEEN_EVERY_MS) {
    try {
      await db('sessions')
        .where({ id: row.id })
        .update({ last_seen_at: new Date(at) })
    } catch (error) {
      // A full disk must not take reading away from those who are signed in.
      log.warn({ err: error }, 'the use of a session could not be written down')
    }
  }
  const { user_id, username, email, email_verified_at } = row
  return {
    id: row.id,
    user: { id: user_id, username, email, emailVerified: email_verified_at !== null, isAdmin },
  }
}

/**
 * Why a token does not count. That its account was taken away is said to whoever was signed in to it:
 * their device would ask for a login that cannot be had.
 */
export async function signedOut(db: Knex, token: string): Promise<Problem> {
  const account: TakenAway | undefined = await db('sessions')
    .join('users', 'users.id', 'sessions.user_id')
    .where('token_hash', hashToken(token))
    .first('deleted_at', 'suspended_at')
  return takenAway(account)
}

export interface TakenAway {
  deleted_at: Date | null
  suspended_at: Date | null
}

/** A 401 for an account; undefined for one nobody knows. */
export function takenAway(account: TakenAway | undefined): Problem {
  if (account?.deleted_at)
    return new Problem('account_deleted', 401, t('This account was deleted.'))
  if (account?.suspended_at) {
    return new Problem(
      'account_suspended',
      401,
      t('This account is suspended. Please write to us.'),
    )
  }
  return new Problem('signed_out', 401, t('Please sign in again.'))
}

/** Begins a session right after the password was right or set. @returns the token, shown only once */
export async function startSession(
  db: Knex,
  session: {
    userId: string
    device: string | null
    label: string
    at: number
    random: RandomBytes
  },
): Promise<string> {
  const token = newToken(session.random)
  const at = new Date(session.at)
  await db('sessions').insert({
    id: newId(session.random),
    user_id: session.userId,
    token_hash: hashToken(token),
    device: session.device,
    label: session.label,
    created_at: at,
    last_seen_at: at,
    authenticated_at: at,
    is_confirmed: db('users')
      .where({ id: session.userId })
      .select(db.raw('email_verified_at is not null')),
  })
  return token
}

/** Ends the session of a token, if there is one. */
export async function endSession(db: Knex, token: string, at: number): Promise<void> {
  await db('sessions')
    .where({ token_hash: hashToken(token) })
    .whereNull('revoked_at')
    .update({ revoked_at: new Date(at) })
}

/** Ends sessions of one account: all, all but one, only one, or a device's. @returns how many */
export function revokeSessions(
  db: Knex,
  userId: string,
  at: number,
  which: { except?: string; only?: string; device?: string | null } = {},
): Promise<number> {
  return db('sessions')
    .where({ user_id: userId })
    .whereNull('revoked_at')
    .modify((query) => {
      if (which.except) query.whereNot('id', which.except)
      if (which.only) query.where('id', which.only)
      if (which.device !== undefined) query.where('device', which.device ?? '')
    })
    .update({ revoked_at: new Date(at) })
}

/** The devices an account is signed in on, the one last used first. */
export async function listSessions(
  db: Knex,
  account: { id: string; isAdmin: boolean },
  { at, current }: { at: number; current: string },
): Promise<SignedInDevice[]> {
  const idleMs = account.isAdmin ? ADMIN_SESSION_IDLE_MS : SESSION_IDLE_MS
  const maxMs = account.isAdmin ? ADMIN_SESSION_MAX_MS : SESSION_MAX_MS
  const rows = await db('sessions')
    .where({ user_id: account.id })
    .whereNull('revoked_at')
    .where('last_seen_at', '>', new Date(at - idleMs))
    .where('created_at', '>', new Date(at - maxMs))
    .orderBy([{ column: 'last_seen_at', order: 'desc' }, 'id'])
    .limit(200)
    .select<{ id: string; label: string; created_at: Date; last_seen_at: Date }[]>(
      'id',
      'label',
      'created_at',
      'last_seen_at',
    )
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === current,
  }))
}
