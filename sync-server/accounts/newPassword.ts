/** A new password: by mailed link for a forgotten one, else by the current password. */
import type { Knex } from 'knex'

import { emailKey, type LinkFacts } from '#shared/account.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { passwordChangedLetter, resetLetter } from '../mail/letters.ts'
import { audit } from '../auditLog/auditLog.ts'
import { forgetGuesses } from './guesses.ts'
import { mailboxLimit } from './mailLimits.ts'
import { checkNewPassword } from './passwordRules.ts'
import { checkCurrentPassword } from './currentPassword.ts'
import { revokeSessions } from './sessions.ts'
import { endTokens, findToken, issueToken, readToken, spendToken } from './tokens.ts'
import { findUser, letterFor, type AccountDeps, type User } from './users.ts'

/** How long after sign-in a session may change the password without entering it again. */
export const FRESH_LOGIN_MS = 10 * 60_000

/** Mails a reset link if the address has an account. Returns before looking. */
export function requestReset(deps: AccountDeps, email: string): void {
  deps.mailer.send(async () => {
    const email_key = emailKey(email)
    const tooOften = await deps.limits.tryTake(...mailboxLimit('reset', email_key))
    const user = await findUser(deps.db, { email_key })
    if (!user || tooOften > 0) return null
    if (!user.email_verified_at) {
      const wait = await deps.limits.tryTake(...mailboxLimit('unconfirmedReset', email_key))
      if (wait > 0) return null
    }
    return linkTo(deps, user)
  })
}

/** The letter with a reset link. */
async function linkTo(deps: AccountDeps, user: User) {
  const { id, email_key } = user
  const { db, env, now, random } = deps
  const wanted = { user_id: id, purpose: 'reset', email_key, at: now(), random } as const
  const token = await issueToken(db, wanted)
  return letterFor(env, user, (post) => resetLetter({ ...post, token }))
}

/**
 * Clears an account's password, signs all its devices out and mails a reset link.
 * @param actor id of the administrator. Throws 404.
 */
export async function forceReset(deps: AccountDeps, userId: string, actor: string): Promise<void> {
  const user = await deps.db.transaction(async (trx) => {
    const at = deps.now()
    const found = await findUser(trx, { id: userId }, { lock: true })
    if (!found) throw new Problem('not_found', 404, t('There is no such account.'))
    await trx('users')
      .where({ id: userId })
      // password_changed_at keeps an older backup from restoring the password.
      .update({ password_hash: null, password_changed_at: new Date(at), new_email: null })
    await endWaysIn(trx, userId)
    await revokeSessions(trx, userId, at)
    await audit(trx, at, { actor, action: 'force_reset', subject: `user:${userId}` })
    return found
  })
  deps.mailer.send(() => linkTo(deps, user))
}

/** State and owner of a password link, shown before its holder chooses one. Spends nothing. */
export async function linkFacts(deps: AccountDeps, token: string): Promise<LinkFacts> {
  const link = await readToken(deps.db, token, ['reset', 'verify'])
  const account = link && (await findUser(deps.db, { id: link.user_id }))
  // The link was sent to an address the account has left: it proves nothing.
  if (!account || account.email_key !== link?.email_key) return { state: 'over', owner: null }
  const { username, email } = account
  const isOver = link.expires_at.getTime() <= deps.now()
  const state = link.used_at ? 'used' : isOver ? 'over' : 'open'
  return { state, owner: { username, email } }
}

/** Sets the password by a mailed link, and signs all devices out. Throws bad_token. */
export async function resetPassword(
  deps: AccountDeps,
  { token, password }: { token: string; password: string },
): Promise<void> {
  // Checked before the link is spent: a refused password must not cost it.
  const found = await findToken(deps.db, token, ['reset'], deps.now())
  const account = found && (await findUser(deps.db, { id: found.user_id }))
  if (!account) throw badToken()
  checkNewPassword(password, account)
  const passwordHash = await deps.passwords.hash(password, `user:${account.id}`)
  const user = await deps.db.transaction(async (trx) => {
    const at = deps.now()
    // Locks the account first, as issueToken() does: the other order deadlocks.
    const owner = await findUser(trx, { id: account.id }, { lock: true })
    const spent = await spendToken(trx, token, ['reset'], at)
    if (!owner || owner.email_key !== spent?.email_key) throw badToken()
    await storePassword(trx, owner, passwordHash, at)
    // The address is confirmed now; the registration link could set a password until then.
    await endTokens(trx, owner.id, ['verify'])
    await trx('users')
      .where({ id: owner.id })
      .whereNull('email_verified_at')
      .update({ email_verified_at: new Date(at) })
    await revokeSessions(trx, owner.id, at)
    return owner
  })
  tellOwner(deps, user)
}

/**
 * Changes the password of a signed-in user and signs the other devices out. Throws
 * current_password_required and wrong_password, both 403.
 */
export async function changePassword(
  deps: AccountDeps,
  actor: { userId: string; sessionId: string },
  form: { password: string; currentPassword?: string | undefined },
): Promise<void> {
  const account = await findUser(deps.db, { id: actor.userId })
  if (!account) throw new Problem('signed_out', 401, t('Please sign in again.'))
  if (form.currentPassword) await checkCurrentPassword(deps, account, form.currentPassword)
  else await requireFreshLogin(deps, actor.sessionId)
  checkNewPassword(form.password, account)
  const passwordHash = await deps.passwords.hash(form.password, `user:${account.id}`)
  await deps.db.transaction(async (trx) => {
    const at = deps.now()
    const owner = await findUser(trx, { id: account.id }, { lock: true })
    // Another device reset or changed the password during the hashing: that one stands.
    if (owner?.password_hash !== account.password_hash) {
      throw new Problem('signed_out', 401, t('Please sign in again.'))
    }
    await storePassword(trx, owner, passwordHash, at)
    await revokeSessions(trx, owner.id, at, { except: actor.sessionId })
    await trx('sessions')
      .where({ id: actor.sessionId })
      .update({ authenticated_at: new Date(at) })
  })
  tellOwner(deps, account)
}

async function requireFreshLogin(deps: AccountDeps, sessionId: string): Promise<void> {
  const session = await deps
    .db('sessions')
    .where({ id: sessionId })
    .first<{ authenticated_at: Date } | undefined>('authenticated_at')
  const age = deps.now() - (session?.authenticated_at.getTime() ?? 0)
  if (age < FRESH_LOGIN_MS) return
  throw new Problem('current_password_required', 403, t('Please enter your current password.'), {
    field: 'currentPassword',
  })
}

/** Stores a checked and hashed password, and ends whatever the old one may have begun. */
export async function storePassword(
  trx: Knex,
  user: User,
  password_hash: string,
  at: number,
): Promise<void> {
  // A thief with the old password may have requested an email change.
  await trx('users')
    .where({ id: user.id })
    .update({ password_hash, password_changed_at: new Date(at), new_email: null })
  await endWaysIn(trx, user.id)
  await forgetGuesses(trx, user)
}

/** Revokes ways in that need no password: mailed links, the calendar's secret address. */
async function endWaysIn(trx: Knex, userId: string): Promise<void> {
  await endTokens(trx, userId, ['reset', 'change_email'])
  await trx('calendar_feeds').where({ user_id: userId }).delete()
}

export function tellOwner({ env, mailer }: AccountDeps, user: User): void {
  mailer.send(letterFor(env, user, passwordChangedLetter))
}

function badToken(): Problem {
  return new Problem('bad_token', 400, t('This reset link is invalid or has expired.'))
}
