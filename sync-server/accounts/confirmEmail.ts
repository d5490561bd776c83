/**
 * Confirms a mailed address, the first one or a new one. The link alone changes nothing: mail
 * scanners open it, scripts included. It also proves only whose mailbox it is, not who registered,
 * so it takes the account's password, or a new one, which ends every earlier session.
 */
import type { Knex } from 'knex'

import { type AccountUser, emailKey, type VerifyBody } from '#shared/account.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { isPassword } from './currentPassword.ts'
import { openSession } from './login.ts'
import { storePassword, tellOwner } from './newPassword.ts'
import { liftIfOver } from './administrators.ts'
import { checkNewPassword } from './passwordRules.ts'
import { passSecond } from './secondFactor.ts'
import { revokeSessions, startSession } from './sessions.ts'
import { findToken, spendToken, type MailToken } from './tokens.ts'
import { findUser, sessionAnswer, type AccountDeps, type User } from './users.ts'

/** Guesses here count apart from sign-in guesses: the caller has the mailbox. */
const SIGNING_IN = { about: '', device: 'link' }
const PURPOSES = ['verify', 'change_email'] as const

/** The device that confirms, and gets the new session. */
interface From {
  device: string | null
  label: string
}

/**
 * Confirms the address and starts a session for this device. Safe to repeat with the same password
 * while the link is valid: the answer may have been lost. Only a registration link sets a new
 * password: a mistyped new address must not cost the owner the account.
 * Throws bad_token, wrong_password, new_address, suspended, weak_password and too_many.
 */
export async function confirmEmail(
  deps: AccountDeps,
  form: VerifyBody,
  from: From,
): Promise<{ token: string; user: AccountUser }> {
  const link = await findToken(deps.db, form.token, PURPOSES, deps.now())
  const session = link ? await confirmBy(deps, link, form, from) : await repeat(deps, form, from)
  const answer = await sessionAnswer(deps, session)
  if (!answer) throw badToken()
  return answer
}

/** @returns the token of the new session */
async function confirmBy(
  deps: AccountDeps,
  link: MailToken,
  form: VerifyBody,
  from: From,
): Promise<string> {
  const account = await findUser(deps.db, { id: link.user_id })
  if (!account || !isFor(link, account)) throw badToken()
  await refuseSuspended(deps, account)
  // Checked before the link is spent: a refused password must not cost it.
  const newHash = await hashOfNew(deps, link, account, form.newPassword)
  if (newHash === null && !(await isPassword(deps, account, form.password ?? ''))) {
    throw wrongPassword()
  }
  const hasSecond = await passSecond(deps, account, form.second, SIGNING_IN)
  const session = await deps.db.transaction(async (trx) => {
    const at = deps.now()
    // Locks the account first, as issueToken() does: the other order deadlocks.
    const owner = await findUser(trx, { id: account.id }, { lock: true })
    const spent = await spendToken(trx, form.token, PURPOSES, at)
    if (!owner || !spent || !isFor(spent, owner)) throw badToken()
    if (newHash !== null) await storePassword(trx, owner, newHash, at)
    else if (owner.password_hash !== account.password_hash) throw wrongPassword()
    await storeConfirmed(trx, spent, owner, at)
    // A stranger who registered somebody else's address holds a session. With the registration's
    // password only this device's session is replaced: its holder could reopen the others.
    const isOwn = newHash === null && spent.purpose === 'verify'
    await revokeSessions(trx, owner.id, at, isOwn ? { device: from.device } : {})
    return startSession(trx, { ...from, hasSecond, userId: owner.id, at, random: deps.random })
  })
  if (newHash !== null) tellOwner(deps, account)
  return session
}

async function storeConfirmed(trx: Knex, link: MailToken, owner: User, at: number): Promise<void> {
  const email_verified_at = new Date(at)
  const confirmed =
    link.purpose === 'verify'
      ? { email_verified_at }
      : { email: owner.new_email, email_key: link.email_key, email_verified_at, new_email: null }
  try {
    await trx('users').where({ id: owner.id }).update(confirmed)
  } catch (error) {
    // Another account confirmed the same address meanwhile.
    if (error instanceof Error && 'code' in error && error.code === '23505') throw badToken()
    throw error
  }
}

async function hashOfNew(
  deps: AccountDeps,
  { purpose }: MailToken,
  account: User,
  newPassword: string | undefined,
): Promise<string | null> {
  if (newPassword === undefined) return null
  if (purpose !== 'verify') {
    const sentence = t('This link needs the password that the account has.')
    throw new Problem('new_address', 403, sentence)
  }
  checkNewPassword(newPassword, account, 'newPassword')
  return deps.passwords.hash(newPassword, `user:${account.id}`)
}

/** A spent link, opened again by a user who may not know that it worked. */
async function repeat(deps: AccountDeps, form: VerifyBody, from: From): Promise<string> {
  const used = await findToken(deps.db, form.token, PURPOSES, deps.now(), { isUsed: true })
  const account = used && (await findUser(deps.db, { id: used.user_id }))
  if (!account?.email_verified_at || account.email_key !== used?.email_key) throw badToken()
  await refuseSuspended(deps, account)
  const isRight = await isPassword(deps, account, form.password ?? form.newPassword ?? '')
  if (isRight) {
    const hasSecond = await passSecond(deps, account, form.second, SIGNING_IN)
    return openSession(deps, account, { ...from, hasSecond })
  }
  throw form.newPassword === undefined ? wrongPassword() : badToken()
}

/** A link proves the address it was sent to, while the account still waits for that one. */
function isFor({ purpose, email_key }: MailToken, user: User): boolean {
  if (purpose === 'verify') return user.email_key === email_key && user.email_verified_at === null
  return user.new_email !== null && emailKey(user.new_email) === email_key
}

async function refuseSuspended(deps: AccountDeps, user: User): Promise<void> {
  if (!user.suspended_at || (await liftIfOver(deps, user))) return
  throw new Problem('suspended', 403, t('This account is suspended. Please write to us.'))
}

function wrongPassword(): Problem {
  return new Problem('wrong_password', 403, t('This is not the password of this account.'), {
    field: 'password',
  })
}

function badToken(): Problem {
  return new Problem('bad_token', 400, t('This verification link is invalid or has expired.'))
}
