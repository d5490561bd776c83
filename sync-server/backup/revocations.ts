/**
 * Revocations a restore must not undo: sessions and mailed links, and whatever accounts lost after
 * the backup, as far as the replaced database knows.
 */
import type { Knex } from 'knex'

import { dropWaiting } from '../mail/mailBook.ts'

interface KnownAccount {
  id: string
  suspended_at: Date | null
  suspended_until: string | null
  deleted_at: Date | null
  is_admin: boolean
  role: string | null
  password_hash: string | null
  password_changed_at: Date
  /** Hash of the calendar's secret address; null for none. */
  calendar: string | null
  /** Ids of second factors; `codes` are hashes of recovery codes. */
  factors: string[]
  codes: string[]
}

export interface Revoked {
  sessions: number
  mailTokens: number
  /** Accounts the backup had from before a suspension or the loss of a right. */
  restricted: number
  /** Accounts the backup had from before their deletion. */
  deleted: number
}

export const NOTHING_REVOKED: Revoked = { sessions: 0, mailTokens: 0, restricted: 0, deleted: 0 }

const FACTORS = `array(select f.id from factors f where f.user_id = users.id)`
const CODES = `array(select encode(hash, 'hex') from recovery_codes c where c.user_id = users.id)`

/** Accounts of the database about to be replaced. */
export async function readAccounts(db: Knex): Promise<KnownAccount[]> {
  if (!(await db.schema.hasTable('users'))) return []
  const hasCalendars = await db.schema.hasTable('calendar_feeds')
  const hasFactors = await db.schema.hasTable('factors')
  return db('users').select(
    'id',
    'suspended_at',
    'deleted_at',
    'is_admin',
    'password_hash',
    'password_changed_at',
    // An older schema lacks the column.
    db.raw(`to_jsonb(users)->>'suspended_until' as suspended_until`),
    db.raw(`to_jsonb(users)->>'role' as role`),
    db.raw(
      hasCalendars
        ? `(select encode(secret_hash, 'hex') from calendar_feeds where user_id = id) as calendar`
        : 'null as calendar',
    ),
    db.raw(`${hasFactors ? FACTORS : "'{}'::text[]"} as factors`),
    db.raw(`${hasFactors ? CODES : "'{}'::text[]"} as codes`),
  )
}

/**
 * Revokes every session and link, and repeats later losses: the account, a right, a changed
 * password, the calendar's address, a second factor. A deleted account has no password, and the
 * next housekeeping erases it.
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
  // Revoked since the backup, with the password or by itself.
  await trx.raw(
    `delete from calendar_feeds f using jsonb_to_recordset(?::jsonb) as k(id text, calendar text)
     where f.user_id = k.id and encode(f.secret_hash, 'hex') is distinct from k.calendar`,
    [JSON.stringify(known)],
  )
  await trx('tickets').delete()
  // Removed since the backup: a stolen phone, a spent code.
  const since = JSON.stringify(known)
  await trx.raw(
    `delete from factors f using jsonb_to_recordset(?::jsonb) as k(id text, factors text[])
     where f.user_id = k.id and not f.id = any(k.factors)`,
    [since],
  )
  await trx.raw(
    `delete from recovery_codes c using jsonb_to_recordset(?::jsonb) as k(id text, codes text[])
     where c.user_id = k.id and not encode(c.hash, 'hex') = any(k.codes)`,
    [since],
  )
  const deleted = known.filter((account) => account.deleted_at !== null).map(({ id }) => id)
  const { rowCount: restricted } = await trx.raw<{ rowCount: number }>(
    `update users u set suspended_at = coalesce(u.suspended_at, k.suspended_at),
       suspended_until = case when u.suspended_at is null then k.suspended_until
         else u.suspended_until end,
       is_admin = u.is_admin and k.is_admin,
       role = case when u.role = k.role or k.is_admin then u.role end,
       password_hash = case when k.password_changed_at > u.password_changed_at
         then k.password_hash else u.password_hash end,
       password_changed_at = greatest(k.password_changed_at, u.password_changed_at)
     from jsonb_to_recordset(?::jsonb) as k(id text, suspended_at timestamptz, suspended_until timestamptz,
       is_admin boolean, role text,
       password_hash text, password_changed_at timestamptz)
     where u.id = k.id and u.deleted_at is null and not u.id = any(?)
       and (k.password_changed_at > u.password_changed_at or (u.is_admin and not k.is_admin)
         or (u.role <> coalesce(k.role, '') and not k.is_admin)
         or (u.suspended_at is null and k.suspended_at is not null))`,
    [JSON.stringify(known), deleted],
  )
  const again: string[] = await trx('users')
    .whereRaw('id = any(?)', [deleted])
    .whereNull('deleted_at')
    .pluck('id')
  await trx('users').whereRaw('id = any(?)', [again]).update({ password_hash: null })
  // Backdated, so that the erasure is due at once.
  await trx.raw(
    `insert into deletion_requests (id, user_id, requested_at)
     select 'again-' || id, id, 'epoch' from unnest(?::text[]) as again(id)
     on conflict (user_id) where status = 'open' do update set requested_at = 'epoch'`,
    [again],
  )
  return { sessions, mailTokens, restricted, deleted: again.length }
}
