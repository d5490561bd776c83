/** Mailed tokens: bound to one purpose and one address, single-use, only the newest counts. */
import type { Knex } from 'knex'

import type { RandomBytes } from '#shared/ids.ts'

import { hashToken, newToken } from './secrets.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export type TokenPurpose = 'verify' | 'reset' | 'change_email'

export const TOKEN_LIFE_MS: Record<TokenPurpose, number> = {
  verify: 72 * HOUR_MS,
  reset: 30 * MINUTE_MS,
  change_email: 24 * HOUR_MS,
}

export interface MailToken {
  user_id: string
  purpose: TokenPurpose
  /** The address the token was sent to, the only one it proves. */
  email_key: string
}

/** Issues a token and ends older ones for the same purpose. @returns what the link carries */
export async function issueToken(
  db: Knex,
  wanted: MailToken & { at: number; random: RandomBytes },
): Promise<string> {
  const { user_id, purpose, email_key, at, random } = wanted
  const token = newToken(random)
  await db.transaction(async (trx) => {
    // The lock orders concurrent requests, so that one of them is the newest.
    await trx('users').where({ id: user_id }).forUpdate().select('id')
    await trx('mail_tokens').where({ user_id, purpose }).delete()
    await trx('mail_tokens').insert({
      token_hash: hashToken(token),
      user_id,
      purpose,
      email_key,
      created_at: new Date(at),
      expires_at: new Date(at + TOKEN_LIFE_MS[purpose]),
    })
  })
  return token
}

/** A spendable token, without spending it; or, if so asked, a spent one. */
export async function findToken(
  db: Knex,
  token: string,
  purposes: readonly TokenPurpose[],
  at: number,
  { isUsed = false } = {},
): Promise<MailToken | null> {
  const found = await readToken(db, token, purposes)
  return found && found.expires_at.getTime() > at && (found.used_at !== null) === isUsed
    ? found
    : null
}

/** A token as stored, even spent or expired; null once erased. */
export async function readToken(
  db: Knex,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<(MailToken & { used_at: Date | null; expires_at: Date }) | null> {
  const found = await db('mail_tokens')
    .where({ token_hash: hashToken(token) })
    .whereIn('purpose', purposes)
    .first('user_id', 'purpose', 'email_key', 'used_at', 'expires_at')
  return found ?? null
}

/** Spends a token: exactly one of concurrent calls gets it. */
export async function spendToken(
  trx: Knex,
  token: string,
  purposes: readonly TokenPurpose[],
  at: number,
): Promise<MailToken | null> {
  const spent = await trx('mail_tokens')
    .where({ token_hash: hashToken(token) })
    .whereIn('purpose', purposes)
    .whereNull('used_at')
    .where('expires_at', '>', new Date(at))
    .update({ used_at: new Date(at) })
    .returning<MailToken[]>(['user_id', 'purpose', 'email_key'])
  return spent[0] ?? null
}

/**
 * Ends unused tokens: after a new password no old link may go on. Spent ones stay until they
 * expire, so that opening a spent link again can be told from an unknown one.
 */
export async function endTokens(
  trx: Knex,
  user_id: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await trx('mail_tokens')
    .where({ user_id })
    .whereIn('purpose', purposes)
    .whereNull('used_at')
    .delete()
}
