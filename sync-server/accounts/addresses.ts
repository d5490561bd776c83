/** Erases the address of a deleted account, the last field that remains of it. */
import type { Knex } from 'knex'

const DAY_MS = 86_400_000

/** The privacy policy promises at most 30 days after the deletion. */
export const EMAIL_KEPT_DAYS = 28

/**
 * Erases addresses of accounts deleted `EMAIL_KEPT_DAYS` ago, and of messages sent from them.
 * Suspended accounts keep theirs, so that the address cannot register again.
 * @returns accounts found; fewer than `limit` means that none is left
 */
export async function eraseAddresses(
  trx: Knex.Transaction,
  now: number,
  limit: number,
): Promise<number> {
  const due: { id: string; email: string | null }[] = await trx('users')
    .where('deleted_at', '<=', new Date(now - EMAIL_KEPT_DAYS * DAY_MS))
    .whereNull('erased_at')
    .whereNull('suspended_at')
    .orderBy('deleted_at')
    .limit(limit)
    .forUpdate()
    .select('id', 'email')
  if (due.length === 0) return 0
  const ids = due.map((row) => row.id)
  await trx.raw(
    `delete from contact_messages where lower(email) in (
       select lower(email) from users where id = any(:ids)
       except select lower(email) from users where deleted_at is null and email is not null)`,
    { ids },
  )
  await trx.raw(
    `update users set email = null, email_key = null, new_email = null,
       email_verified_at = null, erased_at = :at where id = any(:ids)`,
    { ids, at: new Date(now) },
  )
  return due.length
}
