/** Sessions per device: opaque tokens, stored only as their SHA-256. */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { SignedInDevice } from '#shared/account.ts'
import type { Role } from '#shared/roles.ts'
import type { Env } from '../env/env.ts'

import { newId, type RandomBytes } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { told, type Timed } from '../db/keyset.ts'
import { hashToken, newToken } from './secrets.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A session's idle and absolute lifetime. */
export const SESSION_IDLE_MS = 60 * DAY_MS
export const SESSION_MAX_MS = 365 * DAY_MS
export const ADMIN_SESSION_IDLE_MS = 12 * HOUR_MS
export const ADMIN_SESSION_MAX_MS = 7 * DAY_MS

/** A desk role has shorter sessions: it sees or changes other people's content. */
const lasting = (role: Role | null) =>
  role === null
    ? { idleMs: SESSION_IDLE_MS, maxMs: SESSION_MAX_MS }
    : { idleMs: ADMIN_SESSION_IDLE_MS, maxMs: ADMIN_SESSION_MAX_MS }

/** Write interval of `last seen`: a sync every second must not be a write every second. */
const SEEN_EVERY_MS = 5 * 60_000

export interface SignedInUser {
  id: string
  username: string
  email: string
  emailVerified: boolean
  isAdmin: boolean
  /** A desk role without a second factor, which has to be shown before anything else there. */
  lacksSecond: boolean
  role: Role | null
}

export interface SessionDeps {
  db: Knex
  env: Pick<Env, 'ADMIN_EMAILS' | 'ADMIN_SECOND_FACTOR'>
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
  role: Role | null
}

interface SessionRow extends AccountRow {
  id: string
  is_confirmed: boolean
  has_second: boolean
  created_at: Date
  last_seen_at: Date
}

/**
 * Whether a session has administrator rights: by the command line, or by a confirmed address. The
 * latter counts only for sessions begun after it was confirmed: the first to register an address
 * may be a stranger.
 */
function isAdministrator(row: SessionRow, env: Pick<Env, 'ADMIN_EMAILS'>): boolean {
  const isProved = row.is_confirmed && row.email_verified_at !== null
  return row.is_admin || (isProved && env.ADMIN_EMAILS.includes(row.email_key))
}

/** A live session by token or id; null if expired, revoked, or its account is shut out. */
export async function findSession(
  { db, env, log, now }: SessionDeps,
  known: string | { id: string },
): Promise<{ id: string; user: SignedInUser } | null> {
  const { rows } = await db.raw<{ rows: SessionRow[] }>(
    `select s.id, s.created_at, s.last_seen_at, s.is_confirmed, s.has_second, u.id as user_id, u.username, u.email, u.email_key,
       u.email_verified_at, u.is_admin, u.role
     from sessions s join users u on u.id = s.user_id
     where s.${typeof known === 'string' ? 'token_hash' : 'id'} = ? and s.revoked_at is null
       and u.suspended_at is null and u.deleted_at is null`,
    [typeof known === 'string' ? hashToken(known) : known.id],
  )
  const row = rows[0]
  if (!row) return null
  const isAdmin = isAdministrator(row, env)
  const role = isAdmin ? 'operator' : row.role
  const at = now()
  const { idleMs, maxMs } = lasting(role)
  const isOver = at - row.last_seen_at.getTime() >= idleMs || at - row.created_at.getTime() >= maxMs
  if (isOver) return null
  if (at - row.last_seen_at.getTime() >= SEEN_EVERY_MS) {
    try {
      await db('sessions')
        .where({ id: row.id })
        .update({ last_seen_at: new Date(at) })
    } catch (error) {
      // A full disk must not keep signed-in users from reading.
      log.warn({ err: error }, 'the use of a session could not be written down')
    }
  }
  const { user_id: userId, username, email, email_verified_at, has_second } = row
  const emailVerified = email_verified_at !== null
  const lacksSecond = role !== null && env.ADMIN_SECOND_FACTOR && !has_second
  return {
    id: row.id,
    user: { id: userId, username, email, emailVerified, isAdmin, role, lacksSecond },
  }
}

/**
 * Why a token does not count. A suspended or deleted account is told so: its device would otherwise
 * ask for a login that cannot succeed.
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

/** A 401 for an account; undefined for an unknown one. */
export function takenAway(account: TakenAway | undefined): Problem {
  if (account?.deleted_at)
    return new Problem('account_deleted', 401, t('This account was deleted.'))
  if (account?.suspended_at) {
    const sentence = t('This account is suspended. Please write to us.')
    return new Problem('account_suspended', 401, sentence)
  }
  return new Problem('signed_out', 401, t('Please sign in again.'))
}

/** Starts a session; call it right after the password check. @returns the token, shown once */
export async function startSession(
  db: Knex,
  session: {
    userId: string
    device: string | null
    label: string
    hasSecond: boolean
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
    has_second: session.hasSecond,
    created_at: at,
    last_seen_at: at,
    authenticated_at: at,
    is_confirmed: db('users')
      .where({ id: session.userId })
      .select(db.raw('email_verified_at is not null')),
  })
  return token
}

export async function endSession(db: Knex, token: string, at: number): Promise<void> {
  await db('sessions')
    .where({ token_hash: hashToken(token) })
    .whereNull('revoked_at')
    .update({ revoked_at: new Date(at) })
}

/** Revokes sessions of an account: all, all but one, one, or a device's. @returns how many */
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

/** The account's sessions, last used first. */
export async function listSessions(
  db: Knex,
  account: Pick<SignedInUser, 'id' | 'role'>,
  { at, current }: { at: number; current: string },
): Promise<SignedInDevice[]> {
  const { idleMs, maxMs } = lasting(account.role)
  type Row = Timed<Omit<SignedInDevice, 'isCurrent'>, 'createdAt' | 'lastSeenAt'>
  const rows: Row[] = await db('sessions')
    .where({ user_id: account.id })
    .whereNull('revoked_at')
    .where('last_seen_at', '>', new Date(at - idleMs))
    .where('created_at', '>', new Date(at - maxMs))
    .orderBy([{ column: 'last_seen_at', order: 'desc' }, 'id'])
    .limit(200)
    .select('id', 'label', { createdAt: 'created_at', lastSeenAt: 'last_seen_at' })
  return rows.map((row) => ({ ...told(row), isCurrent: row.id === current }))
}
