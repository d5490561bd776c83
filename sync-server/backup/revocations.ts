/**
 * What a backup must not bring back: sessions and links in mail, and what was taken from accounts
 * after it was made, as far as the database knows that it replaces.
 */
import type { Knex } from 'knex'

import { dropWaiting } from '../mail/mailBook.ts'

interface KnownAccount {
  id: string
  suspended_at: Date | null
  suspended_until: string | null
  deleted_at: Date | null
  is_admin: boolean
  password_hash: string | null
  password_changed_at: Date
  /** The hash of its calendar's address, null for none. */
  calendar: string | null
}

export interface Revoked {
  sessions: number
  mailTokens: number
  /** Accounts that the backup had as they were before they were shut out, or lost a right. */
  restricted: number
  /** The same of those that were deleted. */
  deleted: number
}

export const NOTHING_REVOKED: Revoked = { sessions: 0, mailTokens: 0, restricted: 0, deleted: 0 }

/** Of the database that is about to be replaced. */
export async function readAccounts(db: Knex): Promise<KnownAccount[]> {
  if (!(await db.schema.hasTable('users'))) return []
  const hasCalendars = await db.schema.hasTable('calendar_feeds')
  return db('users').select(
    'id',
    'suspended_at',
    'deleted_at',
    'is_admin',
    'password_hash',
    'password_changed_at',
    // An older database has no such column.
    db.raw(`to_jsonb(users)->>'suspended_until' as suspended_until`),
    db.raw(
      hasCalendars
        ? `(select encode(secret_hash, 'hex') from calendar_feeds where user_id = id) as calendar`
        : 'null as calendar',
    ),
  )
}

/**
 * Ends every session and link, and takes away again what was taken: the account, a right, a password
 * that was changed since, the address of a calendar. An account that was deleted has no password, and is erased by the next
 * round of housekeeping.
 */
export async function revoke(
  trx: Knex.Transaction,
  known: readonly KnownAccount[],
): Promise<Revoked> {
  const sessions = await trx('sessions')
    .whereNull('revoked_at')
    .update({ revoked_at: trx.fn.now() })
  const links: { used_at: Date | null }[] = await trx('mail_tokens').delete().returning('used_at')
  const mailTokens = links.filter(({ used_at: usedAt }) => usedAt === null).length
  await dropWaiting(trx)
  // Taken back since, with the password or by itself.
  await trx.raw(
    `delete from calendar_feeds f using jsonb_to_recordset(?::jsonb) as k(id text, calendar text)
     where f.user_id = k.id and encode(f.secret_hash, 'hex') is distinct from k.calendar`,
    [JSON.stringify(known)],
  )
  const deleted = known.filter((account) => account.deleted_at !== null).map(({ id }) => id)
  const { rowCount: restricted } = await trx.raw<{ rowCount: number }>(
    `update users u set suspended_at = coalesce(u.suspended_at, k.suspended_at),
       suspended_until = case when u.suspended_at is null then k.suspended_until
         else u.suspended_until end,
       is_admin = u.is_admin and k.is_admin,
       password_hash = case when k.password_changed_at > u.password_changed_at
         then k.password_hash else u.password_hash end,
       password_changed_at = greatest(k.password_changed_at, u.password_changed_at)
     from jsonb_to_recordset(?::jsonb) as k(id text, suspended_at timestamptz, suspended_until timestamptz,
       is_admin boolean,
       password_hash text, password_changed_at timestamptz)
     where u.id = k.id and u.deleted_at is null and not u.id = any(?)
       and (k.password_changed_at > u.password_changed_at or (u.is_admin and not k.is_admin)
         or (u.suspended_at is null and k.suspended_at is not null))`,
    [JSON.stringify(known), deleted],
  )
  const again: string[] = await trx('users')
    .whereRaw('id = any(?)', [deleted])
    .whereNull('deleted_at')
    .pluck('id')
  await trx('users').whereRaw('id = any(?)', [again]).update({ password_hash: null })
  // Asked for so long ago that it is due.
  await trx.raw(
    `insert into deletion_requests (id, user_id, requested_at)
     select 'again-' || id, id, 'epoch' from unnest(?::text[]) as again(id)
     on conflict (user_id) where status = 'open' do update set requested_at = 'epoch'`,
    [again],
  )
  return { sessions, mailTokens, restricted, deleted: again.length }
}
