/**
 * Checks the second factor: beside the password wherever a session begins, and instead of it where
 * a signed-in user does something dangerous.
 */
import type { Knex } from 'knex'

import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { verify } from 'otplib'

import type { SecondAsked, SecondProof } from '#shared/secondFactor.ts'
import { type AccountDeps, letterFor, type User } from './users.ts'

import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { guessesLetter, factorLetter } from '../mail/secondLetters.ts'
import { guessOnce, guessesOfSecond } from './guesses.ts'
import { spendRecoveryCode } from './recoveryCodes.ts'
import { giveTicket, spendTicket } from './tickets.ts'

/** Phone clocks may be off by one step. */
const TOLERANCE_SECONDS = 30
/** One letter a day about repeated wrong guesses. */
const GUESSES_LETTER = { burst: 1, perMs: 86_400_000 }

export interface FactorRow {
  id: string
  kind: 'passkey' | 'totp'
  label: string
  credential_id: string | null
  key: string
  counter: string
  created_at: Date
  last_used_at: Date | null
}

/** The passkey's relying party, this site: a passkey works nowhere else. */
export function relyingParty({ PUBLIC_URL }: Pick<AccountDeps['env'], 'PUBLIC_URL'>) {
  const { hostname, origin } = new URL(PUBLIC_URL)
  return { rpID: hostname, origin }
}

export async function factorsOf(db: Knex, userId: string): Promise<FactorRow[]> {
  return db('factors').where({ user_id: userId }).orderBy(['created_at', 'id']).select('*')
}

/** Context of a challenge: a session id, or '' for signing in. It answers no other context. */
interface Asked {
  about: string
  /** The asking device if the account knows it: strangers do not use its guesses up. */
  device: string | null
}

/** Factors the account can prove itself with now; null where it has only a password. */
export async function secondAsked(
  deps: AccountDeps,
  userId: string,
  about: string,
): Promise<SecondAsked | null> {
  const factors = await factorsOf(deps.db, userId)
  if (factors.length === 0) return null
  const passkeys = factors.flatMap(({ credential_id: id }) => (id === null ? [] : [{ id }]))
  // Recovery codes exist as soon as there is a factor.
  if (passkeys.length === 0) return { codes: true, passkey: null }
  const passkey = await generateAuthenticationOptions({
    rpID: relyingParty(deps.env).rpID,
    allowCredentials: passkeys,
  })
  const ticket = { user_id: userId, purpose: 'challenge', data: about } as const
  await giveTicket(deps.db, passkey.challenge, ticket, deps.now())
  return { codes: true, passkey }
}

/**
 * Passes a caller who shows the account's second factor, or whose account has none.
 * @returns whether one was shown. Throws second_factor, 401, wrong_second, 403, and too_many.
 */
export async function passSecond(
  deps: AccountDeps,
  user: User,
  second: SecondProof | undefined,
  { about, device }: Asked,
): Promise<boolean> {
  const asked = () => secondAsked(deps, user.id, about)
  if (!second) {
    const facts = { second: await asked() }
    if (facts.second === null) return false
    const sentence = t('Please show the second factor of this account.')
    throw new Problem('second_factor', 401, sentence, { facts })
  }
  const factors = await factorsOf(deps.db, user.id)
  if (factors.length === 0) return false
  const isRight = await guessOnce(deps, guessesOfSecond(user.id, device), () =>
    isSecond(deps, user, factors, second, about),
  ).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'too_many') tellOfGuesses(deps, user)
    throw error
  })
  if (isRight) return true
  throw wrongSecond(second, { second: await asked() })
}

export function wrongSecond(shown: object, facts: Record<string, unknown> = {}): Problem {
  const sentence = 'code' in shown ? t('This code is wrong.') : t('This passkey was not taken.')
  return new Problem('wrong_second', 403, sentence, { field: 'code', facts })
}

function tellOfGuesses({ limits, mailer, env }: AccountDeps, user: User): void {
  mailer.send(async () => {
    if ((await limits.tryTake(`guesses-letter:${user.id}`, GUESSES_LETTER)) > 0) return null
    return letterFor(env, user, guessesLetter)
  })
}

async function isSecond(
  deps: AccountDeps,
  user: User,
  factors: readonly FactorRow[],
  second: SecondProof,
  about: string,
): Promise<boolean> {
  if ('passkey' in second) return isPasskey(deps, user, factors, second.passkey, about)
  const code = second.code.replaceAll(/[\s-]/g, '')
  for (const factor of factors) {
    if (factor.kind === 'totp' && (await isCode(deps, factor, code))) return true
  }
  if (!(await spendRecoveryCode(deps.db, user.id, code))) return false
  deps.mailer.send(letterFor(deps.env, user, (post) => factorLetter(post, 'used')))
  return true
}

/** Time step of a code, if it is one of `key` now; else null. */
export async function stepOf(key: string, code: string, at: number): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const seen = await verify({
    secret: key,
    token: code,
    epoch: Math.floor(at / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  })
  return seen.valid && 'timeStep' in seen ? seen.timeStep : null
}

/** A step is spent once: a code read over a shoulder comes too late. */
async function isCode({ db, now }: AccountDeps, { id, key }: FactorRow, code: string) {
  const step = await stepOf(key, code, now())
  if (step === null) return false
  const used = db('factors').where({ id }).where('counter', '<', step)
  return (await used.update({ counter: step, last_used_at: new Date(now()) })) > 0
}

/** The challenge a browser says it signed; '' where unreadable. */
function challengeOf(answer: { response: { clientDataJSON: string } }): string {
  try {
    return String(decodeClientDataJSON(answer.response.clientDataJSON).challenge)
  } catch {
    return ''
  }
}

async function isPasskey(
  { db, env, now }: AccountDeps,
  { id: user_id }: User,
  factors: readonly FactorRow[],
  answer: Extract<SecondProof, { passkey: unknown }>['passkey'],
  about: string,
): Promise<boolean> {
  const challenge = challengeOf(answer)
  const wanted = { user_id, purpose: 'challenge', data: about } as const
  if (!(await spendTicket(db, challenge, wanted, now()))) return false
  const factor = factors.find(({ credential_id: id }) => id !== null && id === answer.id)
  if (!factor) return false
  const { rpID, origin } = relyingParty(env)
  const seen = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
    credential: {
      id: answer.id,
      publicKey: new Uint8Array(Buffer.from(factor.key, 'base64url')),
      counter: Number(factor.counter),
    },
    // The library throws on any invalid response.
  }).catch(() => null)
  if (!seen?.verified) return false
  const { newCounter: counter } = seen.authenticationInfo
  await db('factors')
    .where({ id: factor.id })
    .update({ counter, last_used_at: new Date(now()) })
  return true
}
