/**
 * Account deletion: requested, decided by an administrator (or due), and processed in one
 * transaction. Only the address stays a while, see addresses.ts.
 */
import type { DeletionStatus } from '#shared/admin/people.ts'
import type { Knex } from 'knex'

import type { Env } from '../env/env.ts'
import type { Mailer } from '../mail/mailer.ts'

import { newId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { userPrincipal } from '../accounts/principal.ts'
import { deletionDeclinedLetter, deletionProcessedLetter } from '../mail/deskLetters.ts'
import { type ApplyEnv, inWriteTransaction } from '../sync/applyOps.ts'
import { hasNoAdministrator } from '../accounts/administrators.ts'
import { audit } from '../auditLog/auditLog.ts'
import { eraseContent } from './erasure.ts'
import { eraseNotices } from '../notify/accountNotices.ts'
import { eraseFactors } from '../accounts/factors.ts'
import { revokeSessions } from '../accounts/sessions.ts'
import { inLanguage } from '../words/language.ts'

/** An undecided request is processed after so many days. */
export const DELETION_DUE_DAYS = 30
/** Replaces the name of a deleted account. */
export const DELETED_USER = 'deleted user'

export interface DeletionDeps extends ApplyEnv {
  env: Env
  mailer: Mailer
}

/** Requests the deletion of an account. Idempotent. */
export async function requestDeletion(
  deps: Pick<DeletionDeps, 'db' | 'now' | 'random'>,
  userId: string,
): Promise<{ id: string; requestedAt: Date; isNew: boolean }> {
  const id = newId(deps.random)
  return deps.db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: unknown[] }>(
      `insert into deletion_requests (id, user_id, requested_at) values (?, ?, ?)
       on conflict (user_id) where status = 'open' do nothing returning id`,
      [id, userId, new Date(deps.now())],
    )
    const open: { id: string; requested_at: Date } | undefined = await trx('deletion_requests')
      .where({ user_id: userId, status: 'open' })
      .first('id', 'requested_at')
    if (!open) throw new Problem('retry', 503, t('Please try again.'), { retryAfter: 1 })
    return { id: open.id, requestedAt: open.requested_at, isNew: rows.length > 0 }
  })
}

/** Withdraws an open request; without one nothing happens. */
export async function withdrawDeletion(
  { db, now }: Pick<DeletionDeps, 'db' | 'now'>,
  userId: string,
): Promise<void> {
  await db('deletion_requests')
    .where({ user_id: userId, status: 'open' })
    .update({ status: 'withdrawn', decided_at: new Date(now()), decided_by: userId })
}

/**
 * Deletes the account of an open request. Idempotent.
 * @param actor user id of the administrator, `system` or `command line`
 * @param reason told to the owner and audited; '' for none
 * @returns a warning when no administrator is left
 */
export async function processDeletion(
  deps: DeletionDeps,
  requestId: string,
  actor: string,
  reason = '',
): Promise<{ status: DeletionStatus; warning?: string }> {
  const userId = await userOf(deps.db, requestId)
  const closed = await inWriteTransaction(deps.db, [userPrincipal(userId)], async (trx) => {
    if (!(await decide(trx, deps, requestId, 'processed', actor))) return null
    return closeAccount(trx, deps, userId, actor, reason)
  })
  if (!closed) return decided(deps.db, requestId, 'processed')
  const { email: to, username, language } = closed
  const publicUrl = deps.env.PUBLIC_URL
  if (to) {
    const about = { to, publicUrl, username, reason }
    deps.mailer.send(inLanguage(language, () => deletionProcessedLetter(about)))
  }
  const warning = t(
    'Nobody is an administrator any more. Name one with: npm run account -- admin USERNAME',
  )
  return { status: 'processed', ...(closed.wasLastAdministrator ? { warning } : {}) }
}

/**
 * Declines an open request; the account goes on. Idempotent.
 * @param reason as in processDeletion
 */
export async function declineDeletion(
  deps: DeletionDeps,
  requestId: string,
  actor: string,
  reason = '',
): Promise<{ status: DeletionStatus }> {
  const userId = await userOf(deps.db, requestId)
  const account = await deps.db.transaction(async (trx) => {
    if (!(await decide(trx, deps, requestId, 'declined', actor))) return null
    const subject = `user:${userId}`
    const act = { actor, action: 'decline_deletion', subject } as const
    await audit(trx, deps.now(), reason ? { ...act, details: { reason } } : act)
    return trx('users').where({ id: userId }).first<Closed>('username', 'email', 'language')
  })
  if (!account) return decided(deps.db, requestId, 'declined')
  const { email: to, username, language } = account
  const publicUrl = deps.env.PUBLIC_URL
  if (to) {
    const about = { to, publicUrl, username, reason }
    deps.mailer.send(inLanguage(language, () => deletionDeclinedLetter(about)))
  }
  return { status: 'declined' }
}

async function userOf(db: Knex, requestId: string): Promise<string> {
  const row: { user_id: string } | undefined = await db('deletion_requests')
    .where({ id: requestId })
    .first('user_id')
  if (!row) throw new Problem('not_found', 404, t('There is no such request.'))
  return row.user_id
}

/** Closes an open request. @returns false if it was closed already */
async function decide(
  trx: Knex.Transaction,
  { now }: Pick<DeletionDeps, 'now'>,
  requestId: string,
  status: 'processed' | 'declined',
  actor: string,
): Promise<boolean> {
  const changed = await trx('deletion_requests')
    .where({ id: requestId, status: 'open' })
    .update({ status, decided_at: new Date(now()), decided_by: actor })
  return changed > 0
}

async function decided(
  db: Knex,
  requestId: string,
  wanted: DeletionStatus,
): Promise<{ status: DeletionStatus }> {
  const row: { status: DeletionStatus } | undefined = await db('deletion_requests')
    .where({ id: requestId })
    .first('status')
  if (row?.status === wanted) return { status: wanted }
  throw new Problem('decided', 409, t('This request was decided already.'))
}

interface Closed {
  username: string
  email: string | null
  language: string | null
}

/** Erases all but the address: the final letter goes there. */
async function closeAccount(
  trx: Knex.Transaction,
  deps: DeletionDeps,
  userId: string,
  actor: string,
  reason: string,
): Promise<Closed & { wasLastAdministrator: boolean }> {
  const at = deps.now()
  const hadAdministrator = !(await hasNoAdministrator(trx, deps.env))
  const account: Closed | undefined = await trx('users')
    .where({ id: userId })
    .first('username', 'email', 'language')
  if (!account) throw new Error('an account with a request is not there')
  await trx('users')
    .where({ id: userId })
    .update({
      deleted_at: new Date(at),
      username: DELETED_USER,
      username_key: null,
      password_hash: null,
      new_email: null,
      is_admin: false,
      role: null,
      language: null,
      // A suspended address cannot register again; any other is free at once.
      email_key: trx.raw('case when suspended_at is null then null else email_key end'),
    })
  await revokeSessions(trx, userId, at)
  // The remaining rows only tell devices, for a while, what became of their account.
  await trx('sessions').where({ user_id: userId }).update({ device: null, label: '' })
  await trx('mail_tokens').where({ user_id: userId }).delete()
  await trx('account_notes').where({ user_id: userId }).delete()
  await trx('audit_log').where({ actor: userId }).update({ address: null, device: null })
  await eraseNotices(trx, userId)
  await eraseFactors(trx, userId)
  const content = await eraseContent(trx, deps, userPrincipal(userId))
  const subject = `user:${userId}`
  await audit(trx, at, {
    actor,
    action: 'process_deletion',
    subject,
    details: { ...content, ...(reason && { reason }) },
  })
  const isLast = hadAdministrator && (await hasNoAdministrator(trx, deps.env))
  return { ...account, wasLastAdministrator: isLast }
}
