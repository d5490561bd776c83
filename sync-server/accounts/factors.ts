/** Second factors, as their owner manages them: added, renamed, removed. */
import type { Knex } from 'knex'

import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { generateSecret, generateURI } from 'otplib'
import type { z } from 'zod'

import type { completeFactorBody, FactorBegun, Factors } from '#shared/secondFactor.ts'
import type { SignedInActor } from './principal.ts'

import { newId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { MAX_FACTORS } from '#shared/secondFactor.ts'
import { t } from '#shared/words/words.ts'
import { factorLetter } from '../mail/secondLetters.ts'
import { audit } from '../auditLog/auditLog.ts'
import { type AccountDeps, findUser, letterFor } from './users.ts'
import { recoveryCodesLeft, renewRecoveryCodes } from './recoveryCodes.ts'
import { factorsOf, relyingParty, stepOf, wrongSecond } from './secondFactor.ts'
import { giveTicket, spendTicket } from './tickets.ts'

type Who = Pick<SignedInActor, 'user' | 'sessionId'>
type Completed = z.infer<typeof completeFactorBody>

const NAME = 'Wrenchlist'

export async function readFactors(db: Knex, userId: string): Promise<Omit<Factors, 'isRequired'>> {
  const factors = await factorsOf(db, userId)
  return {
    factors: factors.map(({ id, kind, label, created_at, last_used_at }) => ({
      id,
      kind,
      label,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await recoveryCodesLeft(db, userId),
  }
}

/** Ticket key of a factor being added: one per kind and session. */
const secretOf = (kind: Completed['kind'], { sessionId }: Who) => `add-${kind}:${sessionId}`

/**
 * Guards adding a factor. The address must be confirmed, or a stranger could lock its owner out.
 */
export async function requireRoom({ db }: AccountDeps, { user }: Who): Promise<void> {
  if (!user.emailVerified) {
    throw new Problem('not_verified', 409, t('Please verify your email address first.'))
  }
  if ((await factorsOf(db, user.id)).length >= MAX_FACTORS) throw tooManyFactors()
}

const tooManyFactors = () =>
  new Problem(
    'too_many_factors',
    409,
    t('An account has at most {most} second factors.', { most: MAX_FACTORS }),
  )

/** Begins a factor: the secret or challenge. It does not count until it is completed. */
export async function beginFactor(
  { db, env, now }: AccountDeps,
  who: Who,
  kind: Completed['kind'],
): Promise<FactorBegun> {
  const { id: user_id, username } = who.user
  const store = async (data: string) =>
    giveTicket(db, secretOf(kind, who), { user_id, purpose: 'begun', data }, now())
  if (kind === 'totp') {
    const secret = generateSecret()
    await store(secret)
    return { kind, secret, uri: generateURI({ issuer: NAME, label: username, secret }) }
  }
  const known = await factorsOf(db, user_id)
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: relyingParty(env).rpID,
    userName: username,
    userID: new TextEncoder().encode(user_id),
    excludeCredentials: known.flatMap(({ credential_id: id }) => (id === null ? [] : [{ id }])),
  })
  await store(options.challenge)
  return { kind, options }
}

/** The row to store, by the kind of factor; null where the answer does not match the begun one. */
async function factorOf(
  { env, now }: AccountDeps,
  begun: string,
  shown: Completed,
): Promise<Record<string, unknown> | null> {
  if (shown.kind === 'totp') {
    const step = await stepOf(begun, shown.code.replaceAll(/\s/g, ''), now())
    // Storing the step keeps the code just shown from signing anybody in.
    return step === null ? null : { key: begun, counter: step }
  }
  const { rpID, origin } = relyingParty(env)
  const seen = await verifyRegistrationResponse({
    response: shown.passkey,
    expectedChallenge: begun,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
    // The library throws on any invalid response.
  }).catch(() => null)
  if (!seen?.verified) return null
  const { id, publicKey, counter } = seen.registrationInfo.credential
  return { credential_id: id, key: Buffer.from(publicKey).toString('base64url'), counter }
}

/** Stores the factor. @returns the recovery codes issued with the first one, else null */
export async function completeFactor(
  deps: AccountDeps,
  who: Who,
  shown: Completed,
): Promise<string[] | null> {
  const { now, random } = deps
  return change(deps, who, 'added', async (trx) => {
    const wanted = { user_id: who.user.id, purpose: 'begun' } as const
    // A wrong code rolls the spent ticket back, so that the user can try again.
    const begun = await spendTicket(trx, secretOf(shown.kind, who), wanted, now())
    if (!begun) throw new Problem('over', 409, t('That took too long. Please begin again.'))
    const known = await factorsOf(trx, who.user.id)
    if (known.length >= MAX_FACTORS) throw tooManyFactors()
    const stored = await factorOf(deps, begun.data, shown)
    const added =
      stored &&
      (await trx('factors')
        .insert({
          id: newId(random),
          user_id: who.user.id,
          kind: shown.kind,
          label: shown.label,
          created_at: new Date(now()),
          ...stored,
        })
        .onConflict(['user_id', 'credential_id'])
        .ignore()
        .returning('id'))
    if (!added?.length) throw wrongSecond(shown)
    await trx('sessions').where({ id: who.sessionId }).update({ has_second: true })
    return known.length === 0 ? renewRecoveryCodes(trx, who.user.id, random) : null
  })
}

/** Replaces the recovery codes. @returns the new ones */
export async function renewCodes(deps: AccountDeps, who: Who): Promise<string[]> {
  return change(deps, who, 'codes', (trx) => renewRecoveryCodes(trx, who.user.id, deps.random))
}

/** Removing the last factor removes the recovery codes too. */
export async function removeFactor(deps: AccountDeps, who: Who, id: string): Promise<void> {
  await change(deps, who, 'removed', async (trx) => {
    await trx('factors').where({ id, user_id: who.user.id }).delete()
    if ((await factorsOf(trx, who.user.id)).length === 0) await eraseFactors(trx, who.user.id)
  })
}

/** Removes every factor, recovery code and ticket of an account. */
export async function eraseFactors(trx: Knex, user_id: string): Promise<void> {
  for (const table of ['factors', 'recovery_codes', 'tickets']) {
    await trx(table).where({ user_id }).delete()
  }
  await trx('sessions').where({ user_id }).update({ has_second: false })
}

const ACTS = { added: 'add_factor', removed: 'remove_factor', codes: 'renew_codes' } as const

/** Mails the owner; an administrator's change is audited as well. */
async function change<Result>(
  { db, env, mailer, now }: AccountDeps,
  { user: { id, isAdmin } }: Who,
  news: keyof typeof ACTS,
  act: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  const { owner, result } = await db.transaction(async (trx) => {
    const found = await findUser(trx, { id }, { lock: true })
    if (!found) throw new Problem('signed_out', 401, t('Please sign in again.'))
    const done = await act(trx)
    if (isAdmin) await audit(trx, now(), { actor: id, action: ACTS[news], subject: `user:${id}` })
    return { owner: found, result: done }
  })
  mailer.send(letterFor(env, owner, (post) => factorLetter(post, news)))
  return result
}
