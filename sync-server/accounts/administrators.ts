/** Who administers, and what administrators do with accounts. */
import type { Knex } from 'knex'

import type { Mailer } from '../mail/mailer.ts'
import type { Env } from '../env.ts'

import { usernameKey } from '#shared/account.ts'
import { isStorable } from '#shared/kinds/define.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { unsuspendedLetter, suspendedLetter } from '../mail/deskLetters.ts'
import { audit } from './audit.ts'
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
  is_admin: boolean
  language: string | null
}

/** The account of a username, whatever its case. Throws 404. */
async function accountOf(trx: Knex, username: string): Promise<AccountRow> {
  const row: AccountRow | undefined = isStorable(username)
    ? await trx('users')
        .where({ username_key: usernameKey(username) })
        .whereNull('deleted_at')
        .first('id', 'username', 'email', 'suspended_at', 'suspended_until', 'is_admin', 'language')
    : undefined
  if (!row) throw new Problem('not_found', 404, t('There is no account with this username.'))
  return row
}

/** The id of the account of a username. Throws 404. */
export async function userIdOf(db: Knex, username: string): Promise<string> {
  return (await accountOf(db, username)).id
}

/**
 * Shuts an account out at once, or lets it in again. What it wrote stays. Repeating it changes
 * nothing.
 * @param how.reason told to the account and written down; '' for none
 * @param how.until when it ends by itself, milliseconds since 1970; null for by hand
 * Throws 404 for an unknown name, 409 for one's own account.
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

/** Who lifts a suspension that is over. */
const SYSTEM = 'system'

/** Whether the suspension of an account was over, and is lifted now. */
export async function liftIfOver(
  deps: AdministratorsDeps,
  { username, suspended_until: until }: Pick<AccountRow, 'username' | 'suspended_until'>,
): Promise<boolean> {
  if (until === null || until.getTime() > deps.now()) return false
  await setSuspended(deps, username, false, SYSTEM)
  return true
}

/** Of those that are over, at most so many. */
const MOST_LIFTED = 500

/** Lifts all suspensions that are over: whoever tries to sign in is let in even before. */
export async function liftOver(deps: AdministratorsDeps): Promise<void> {
  const over: Pick<AccountRow, 'username' | 'suspended_until'>[] = await deps
    .db('users')
    .where('suspended_until', '<=', new Date(deps.now()))
    .whereNull('deleted_at')
    .limit(MOST_LIFTED)
    .select('username', 'suspended_until')
  for (const account of over) await liftIfOver(deps, account)
}

/** Makes an account an administrator by name, or takes that back. Throws 404. */
export async function setAdministrator(
  { db, now }: Pick<AdministratorsDeps, 'db' | 'now'>,
  username: string,
  isAdmin: boolean,
  actor: string,
): Promise<{ username: string; hasChanged: boolean }> {
  return db.transaction(async (trx) => {
    const account = await accountOf(trx, username)
    const hasChanged = account.is_admin !== isAdmin
    if (hasChanged) {
      await trx('users').where({ id: account.id }).update({ is_admin: isAdmin })
      const action = isAdmin ? 'make_admin' : 'unmake_admin'
      await audit(trx, now(), { actor, action, subject: `user:${account.id}` })
    }
    return { username: account.username, hasChanged }
  })
}

/** Whether nobody is left who could administer. */
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
