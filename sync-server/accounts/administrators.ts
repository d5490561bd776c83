/** Administrators, and what they do to accounts. */
import type { Knex } from 'knex'

import type { Mailer } from '../mail/mailer.ts'
import type { Env } from '../env/env.ts'

import type { Role } from '#shared/roles.ts'

import { emailKey, usernameKey } from '#shared/account.ts'
import { isId } from '#shared/ids.ts'
import { isStorable } from '#shared/define.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { unsuspendedLetter, suspendedLetter } from '../mail/deskLetters.ts'
import { audit } from '../auditLog/auditLog.ts'
import { revokeSessions } from './sessions.ts'
import { inLanguage } from '../words/language.ts'

export interface AdministratorsDeps {
  db: Knex
  env: Env
  mailer: Mailer
  now: () => number
}

interface AccountRow {
  id: string
  username: string
  email: string | null
  suspended_at: Date | null
  suspended_until: Date | null
  email_verified_at: Date | null
  is_admin: boolean
  role: Role | null
  language: string | null
}

/** Whether ADMIN_EMAILS makes the account an operator, a role the desk cannot take away. */
export const isNamed = (
  { ADMIN_EMAILS }: Pick<Env, 'ADMIN_EMAILS'>,
  { email, email_verified_at: at }: { email: string | null; email_verified_at: unknown },
): boolean => email !== null && at !== null && ADMIN_EMAILS.includes(emailKey(email))

export const ofConfiguration = (): Problem =>
  new Problem(
    'named',
    409,
    t('ADMIN_EMAILS names this operator: only whoever runs the server may do this.'),
  )

/** The account of a username, in any case. Throws 404. */
async function accountOf(trx: Knex, username: string): Promise<AccountRow> {
  const row: AccountRow | undefined = isStorable(username)
    ? await trx('users')
        .where({ username_key: usernameKey(username) })
        .whereNull('deleted_at')
        .first<AccountRow | undefined>('*')
    : undefined
  if (!row) throw new Problem('not_found', 404, t('There is no account with this username.'))
  return row
}

/** The account id of a username. Throws 404. */
export async function userIdOf(db: Knex, username: string): Promise<string> {
  return (await accountOf(db, username)).id
}

/**
 * Suspends an account at once, or reinstates it. Its content stays. Idempotent.
 * @param how.reason told to the account and audited; '' for none
 * @param how.until when the suspension ends by itself, milliseconds since 1970; null for never
 * Throws 404 for an unknown name, 409 for one's own account and for one that ADMIN_EMAILS names.
 */
export async function setSuspended(
  deps: AdministratorsDeps,
  username: string,
  isSuspended: boolean,
  actor: string,
  { reason = '', until = null }: { reason?: string; until?: number | null } = {},
): Promise<{ username: string; suspended: boolean }> {
  const at = deps.now()
  const { account, hasChanged } = await deps.db.transaction(async (trx) => {
    const found = await accountOf(trx, username)
    if (found.id === actor) {
      throw new Problem('own_account', 409, t('You cannot suspend your own account.'))
    }
    if (isSuspended && isId(actor) && isNamed(deps.env, found)) throw ofConfiguration()
    const changed = await trx('users')
      .where({ id: found.id })
      .whereRaw(isSuspended ? 'suspended_at is null' : 'suspended_at is not null')
      .update({
        suspended_at: isSuspended ? new Date(at) : null,
        suspended_until: isSuspended && until !== null ? new Date(until) : null,
      })
    if (isSuspended) await revokeSessions(trx, found.id, at)
    const action = isSuspended ? 'suspend' : 'unsuspend'
    const details = {
      ...(reason && { reason }),
      ...(until !== null && {
        until: `${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      }),
    }
    const act = { actor, action, subject: `user:${found.id}`, details } as const
    if (changed > 0) await audit(trx, at, act)
    return { account: found, hasChanged: changed > 0 }
  })
  if (hasChanged && account.email) {
    const letter = isSuspended ? suspendedLetter : unsuspendedLetter
    const { email: to, username: name } = account
    const about = { to, publicUrl: deps.env.PUBLIC_URL, username: name, reason, until }
    deps.mailer.send(inLanguage(account.language, () => letter(about)))
  }
  return { username: account.username, suspended: isSuspended }
}

/** Actor of an expired suspension's lifting. */
const SYSTEM = 'system'

/** Lifts the suspension if it has expired. @returns whether it did */
export async function liftIfOver(
  deps: AdministratorsDeps,
  { username, suspended_until: until }: Pick<AccountRow, 'username' | 'suspended_until'>,
): Promise<boolean> {
  if (until === null || until.getTime() > deps.now()) return false
  await setSuspended(deps, username, false, SYSTEM)
  return true
}

/** Suspensions lifted per round. */
const MOST_LIFTED = 500

/** Lifts expired suspensions. A sign-in lifts its own account's sooner. */
export async function liftOver(deps: AdministratorsDeps): Promise<void> {
  const over: Pick<AccountRow, 'username' | 'suspended_until'>[] = await deps
    .db('users')
    .where('suspended_until', '<=', new Date(deps.now()))
    .whereNull('deleted_at')
    .limit(MOST_LIFTED)
    .select('username', 'suspended_until')
  for (const account of over) await liftIfOver(deps, account)
}

/** Gives an account a role, or takes it. Throws 404. */
export async function setAdministrator(
  { db, now }: Pick<AdministratorsDeps, 'db' | 'now'>,
  username: string,
  role: Role | null,
  actor: string,
): Promise<{ username: string; hasChanged: boolean }> {
  return db.transaction(async (trx) => {
    const account = await accountOf(trx, username)
    const hasChanged = (account.is_admin ? 'operator' : account.role) !== role
    if (hasChanged) {
      const isAdmin = role === 'operator'
      await trx('users')
        .where({ id: account.id })
        .update({ is_admin: isAdmin, role: isAdmin ? null : role })
      const act = isAdmin
        ? ({ action: 'make_admin' } as const)
        : role === null
          ? ({ action: 'unmake_admin' } as const)
          : ({ action: 'give_role', details: { role } } as const)
      await audit(trx, now(), { actor, subject: `user:${account.id}`, ...act })
    }
    return { username: account.username, hasChanged }
  })
}

/** Whether no administrator is left. */
export async function hasNoAdministrator(
  trx: Knex,
  env: Pick<Env, 'ADMIN_EMAILS'>,
): Promise<boolean> {
  const row = await trx('users')
    .whereNull('deleted_at')
    .whereNull('suspended_at')
    .where((query) => {
      query.where('is_admin', true)
      query.orWhere((byAddress) => {
        byAddress
          .whereNotNull('email_verified_at')
          .whereRaw('email_key = any(?)', [[...env.ADMIN_EMAILS]])
      })
    })
    .first('id')
  return row === undefined
}
