/**
 * Ten single-use recovery codes for a lost phone or key. Their 80 random bits cannot be guessed, so
 * a fast hash is enough.
 */
import type { Knex } from 'knex'

import type { RandomBytes } from '#shared/ids.ts'

import { hashToken } from './secrets.ts'

const CODES = 10
const LETTERS = 16
/** Without look-alikes. 32 letters, so that each byte gives every letter equally often. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Replaces the codes by ten new ones, shown only once. */
export async function renewRecoveryCodes(
  trx: Knex,
  user_id: string,
  random: RandomBytes,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () =>
    Array.from(random(LETTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  )
  await trx('recovery_codes').where({ user_id }).delete()
  await trx('recovery_codes').insert(codes.map((code) => ({ user_id, hash: hashToken(code) })))
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** @param code without spaces and dashes */
export async function spendRecoveryCode(db: Knex, user_id: string, code: string): Promise<boolean> {
  const hash = hashToken(code.toLowerCase())
  return (await db('recovery_codes').where({ user_id, hash }).delete()) > 0
}

export async function recoveryCodesLeft(db: Knex, user_id: string): Promise<number> {
  const found = await db('recovery_codes').where({ user_id }).count<{ count: string }[]>()
  return Number(found[0]?.count)
}
