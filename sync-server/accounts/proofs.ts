/**
 * Proofs for dangerous acts, where a session alone is not enough. The user shows the second factor
 * again, or without one the password, and gets a proof that this session spends on one call.
 */
import type { Context } from 'koa'

import type { SignedInActor } from './principal.ts'

import { Problem } from '#shared/problem.ts'
import { type ConfirmBody, PROOF_HEADER } from '#shared/secondFactor.ts'
import { t } from '#shared/words/words.ts'
import { checkCurrentPassword } from './currentPassword.ts'
import { newToken } from './secrets.ts'
import { type AccountDeps, findUser } from './users.ts'
import { factorsOf, passSecond, secondAsked } from './secondFactor.ts'
import { giveTicket, spendTicket } from './tickets.ts'

type Who = Pick<SignedInActor, 'user' | 'sessionId'>

const proofOf = ({ user, sessionId }: Who) =>
  ({ user_id: user.id, purpose: 'proof', data: sessionId }) as const

/** @returns a proof. Throws proof_needed, wrong_password, wrong_second and too_many. */
export async function confirm(deps: AccountDeps, who: Who, shown: ConfirmBody): Promise<string> {
  const { db, now, random } = deps
  const { user, sessionId } = who
  const account = await findUser(db, { id: user.id })
  if (!account) throw new Problem('signed_out', 401, t('Please sign in again.'))
  if ('second' in shown) {
    // The account has no factor any more, so nothing was proved.
    const asked = { about: sessionId, device: 'session' }
    if (!(await passSecond(deps, account, shown.second, asked))) throw await needed(deps, who)
    await db('sessions').where({ id: sessionId }).update({ has_second: true })
  } else {
    if ((await factorsOf(db, user.id)).length > 0) throw await needed(deps, who)
    await checkCurrentPassword(deps, account, shown.currentPassword)
  }
  const proof = newToken(random)
  await giveTicket(db, proof, proofOf(who), now())
  return proof
}

/** Spends the proof; call it last, after every other check. Throws proof_needed, 403. */
export async function requireProof(ctx: Context, deps: AccountDeps, who: Who): Promise<void> {
  if (await spendTicket(deps.db, ctx.get(PROOF_HEADER), proofOf(who), deps.now())) return
  throw await needed(deps, who)
}

async function needed(deps: AccountDeps, { user, sessionId }: Who): Promise<Problem> {
  const facts = { second: await secondAsked(deps, user.id, sessionId) }
  return new Problem('proof_needed', 403, t('Please confirm that it is you.'), { facts })
}
