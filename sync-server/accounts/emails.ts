/** Addresses of accounts: confirming one, and changing to another. */
import type { Knex } from 'knex'

import type { RateRule } from '../http/rateLimit.ts'

import { emailKey } from '#shared/account.ts'
import { Problem } from '#shared/problem.ts'
import { addressChangeNotice, confirmNewAddressLetter } from '../mail/letters.ts'
import { checkCurrentPassword } from './currentPassword.ts'
import { mailboxLimit } from './mailLimits.ts'
import { addressInUse } from './registration.ts'
import { findToken, issueToken, spendToken, type MailToken } from './tokens.ts'
import { findUser, type AccountDeps } from './users.ts'

/** Of one account. */
const EMAIL_CHANGES: RateRule = { burst: 3, perMs: 20 * 60_000 }

const PURPOSES = ['verify', 'change_email'] as const

/**
 * Confirms the address a link was sent to, the first one or a new one. Repeating it is fine while
 * the link is valid: scanners and impatient thumbs open links twice. Throws bad_token.
 */
export async function confirmEmail({ db, now }: AccountDeps, token: string): Promise<void> {
  const at = now()
  try {
    await db.transaction(async (trx) => {
      const found = await findToken(trx, token, PURPOSES, at)
      // The account first, as where tokens are made: the other way round is a deadlock.
      if (found) await findUser(trx, { id: found.user_id }, { lock: true })
      const spent = await spendToken(trx, token, PURPOSES, at)
      if (spent) await confirm(trx, spent, at)
      else await requireConfirmed(trx, token, at)
    })
  } catch (error) {
    // Somebody else confirmed the same address in the meantime.
    if (error instanceof Error && 'code' in error && error.code === '23505') throw badToken()
    throw error
  }
}

async function confirm(trx: Knex, token: MailToken, at: number): Promise<void> {
  const user = await findUser(trx, { id: token.user_id }, { lock: true })
  if (!user) throw badToken()
  if (token.purpose === 'verify') {
    if (user.email_key !== token.email_key) throw badToken()
    await trx('users')
      .where({ id: user.id })
      .whereNull('email_verified_at')
      .update({ email_verified_at: new Date(at) })
    return
  }
  if (user.new_email === null || emailKey(user.new_email) !== token.email_key) throw badToken()
  await trx('users')
    .where({ id: user.id })
    .update({
      email: user.new_email,
      email_key: token.email_key,
      email_verified_at: new Date(at),
      new_email: null,
    })
}

async function requireConfirmed(trx: Knex, token: string, at: number): Promise<void> {
  const used = await findToken(trx, token, PURPOSES, at, { isUsed: true })
  const user = used && (await findUser(trx, { id: used.user_id }))
  if (!user?.email_verified_at || user.email_key !== used?.email_key) throw badToken()
}

/**
 * Begins the change to another address: it takes place once it is confirmed there. The answer is
 * the same when the address belongs to somebody else, who is told by mail.
 */
export async function requestEmailChange(
  deps: AccountDeps,
  userId: string,
  form: { email: string; currentPassword: string },
): Promise<void> {
  const user = await findUser(deps.db, { id: userId })
  if (!user) throw new Problem('signed_out', 401, 'Please sign in again.')
  await checkCurrentPassword(deps, user, form.currentPassword)
  const email_key = emailKey(form.email)
  if (email_key === user.email_key) {
    throw new Problem('same_email', 422, 'This is your address already', { field: 'email' })
  }
  await deps.limits.take(`change-email:${userId}`, EMAIL_CHANGES)
  // By the mailbox alone, so that a refusal does not tell whether it has an account.
  await deps.limits.take(...mailboxLimit('change', email_key))
  await deps.db('users').where({ id: userId }).update({ new_email: form.email })
  const { env, mailer, random } = deps
  const { username } = user
  const publicUrl = env.PUBLIC_URL
  mailer.send(addressChangeNotice({ to: user.email, publicUrl, username, newEmail: form.email }))
  mailer.send(async () => {
    if (await findUser(deps.db, { email_key })) return addressInUse(deps, form.email)()
    const at = deps.now()
    const wanted = { user_id: userId, purpose: 'change_email', email_key, at, random } as const
    const token = await issueToken(deps.db, wanted)
    return confirmNewAddressLetter({ to: form.email, publicUrl, username, token })
  })
}

function badToken(): Problem {
  return new Problem('bad_token', 400, 'This verification link is invalid or has expired.')
}
