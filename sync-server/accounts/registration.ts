/** Registration. Only the owner of an address learns, by mail, that it already has an account. */
import type { Knex } from 'knex'

import type { Draft } from '../mail/mailer.ts'

import { emailKey, usernameKey } from '#shared/account.ts'
import { newId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { addressInUseLetter, verifyLetter } from '../mail/letters.ts'
import { mailboxLimit } from './mailLimits.ts'
import { issueToken } from './tokens.ts'
import { isTaken, reserveUsername, nameTakenWords } from './usernames.ts'
import { findUser, letterFor, type AccountDeps } from './users.ts'

/**
 * Registers, or pretends to when the address is in use: same work, same answer, and the username is
 * taken either way. Throws 409 for a taken username.
 */
export async function register(
  deps: AccountDeps,
  form: { username: string; email: string; password: string },
  address: string,
): Promise<void> {
  const passwordHash = await deps.passwords.hash(form.password, address)
  const letter = await deps.db.transaction(async (trx) => {
    await lockUsername(trx, form.username)
    const at = deps.now()
    if (await isTaken(trx, form.username, at)) throw usernameTaken()
    const id = newId(deps.random)
    const created = await trx('users')
      .insert({
        id,
        username: form.username,
        username_key: usernameKey(form.username),
        email: form.email,
        email_key: emailKey(form.email),
        password_hash: passwordHash,
        created_at: new Date(at),
        password_changed_at: new Date(at),
      })
      .onConflict()
      .ignore()
      .returning('id')
    if (created.length === 0) await reserveUsername(trx, form.username, at)
    return created.length > 0 ? verification(deps, id) : addressInUse(deps, form.email)
  })
  deps.mailer.send(async () => {
    const wait = await deps.limits.tryTake(...mailboxLimit('register', emailKey(form.email)))
    return wait > 0 ? null : letter()
  })
}

export function usernameTaken(): Problem {
  return new Problem('username_taken', 409, nameTakenWords(), { field: 'username' })
}

/** Lock per username, so that an account and a reservation never share one. */
async function lockUsername(trx: Knex, username: string): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [
    `username:${usernameKey(username)}`,
  ])
}

/** The letter that asks an account to confirm its address. */
export function verification(deps: AccountDeps, userId: string): Draft {
  return async () => {
    const user = await findUser(deps.db, { id: userId })
    if (!user || user.email_verified_at) return null
    const { email_key, username, email: to } = user
    const { now, random } = deps
    const wanted = { user_id: userId, purpose: 'verify', email_key, at: now(), random } as const
    const token = await issueToken(deps.db, wanted)
    return verifyLetter({ to, publicUrl: deps.env.PUBLIC_URL, username, token })
  }
}

/** The letter to the owner of an address that was used again. */
export function addressInUse(deps: AccountDeps, email: string): Draft {
  return async () => {
    const user = await findUser(deps.db, { email_key: emailKey(email) })
    if (!user) return null
    return letterFor(deps.env, user, addressInUseLetter)
  }
}
