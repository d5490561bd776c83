/**
 * Rate limit of password guesses: counted before the password is checked, taken back when it was
 * right. The backoff grows to at most 15 minutes, and no account is ever locked for good.
 */
import type { Knex } from 'knex'

import { tooMany } from '../http/rateLimit.ts'
import { digestOf } from './secrets.ts'

const MAX_WAIT_MS = 15 * 60_000
/** The count resets this long after the last wrong guess. */
const FORGET_MS = 60 * 60_000

// An account has two names, its username and its address. These numbers give strangers 28 guesses
// an hour under each, a known device 18, and sessions and mailed links together 18: under 100.
const FREE_OF_ADDRESS = 5
const FREE_OF_NAME = 15
const FREE_OF_DEVICE = 5

/** A counter of wrong guesses; the first `free` cost no wait. */
export interface Guess {
  key: string
  free: number
}

/**
 * Counters of a login. They count what was typed, account or not, so that a refusal tells nothing;
 * username and address count apart, or a refusal would show that they are one account's.
 * @param typed a usernameKey() or an emailKey()
 */
export function guessesOfLogin(typed: string, address: string): Guess[] {
  const name = `name:${digestOf(typed)}`
  return [
    { key: name, free: FREE_OF_NAME },
    { key: `${name}:${address}`, free: FREE_OF_ADDRESS },
  ]
}

/** Counter of a device that signed in to the account before: strangers cannot use it up. */
export function guessesOfDevice(userId: string, device: string): Guess[] {
  return [{ key: `user:${userId}:${device}`, free: FREE_OF_DEVICE }]
}

/** Counter of the current password, asked of a session or a mailed link. */
export function guessesOfSession(userId: string): Guess[] {
  return [{ key: `user:${userId}`, free: FREE_OF_DEVICE }]
}

/**
 * Counter of the second factor, per known device, one for all others. A mailed password reset
 * clears password guesses, so codes have a key apart: the mailbox must not buy new guesses.
 */
export function guessesOfSecond(userId: string, device: string | null): Guess[] {
  return [{ key: `second:${userId}:${device ?? ''}`, free: FREE_OF_DEVICE }]
}

/** Whether a guess is right: counted before the check, taken back unless it was wrong. */
export async function guessOnce(
  { db, now }: { db: Knex; now: () => number },
  guesses: readonly Guess[],
  look: () => Promise<boolean>,
): Promise<boolean> {
  await countGuess(db, guesses, now())
  let isWrong = false
  try {
    isWrong = !(await look())
  } finally {
    if (!isWrong) await takeBackGuess(db, guesses, now())
  }
  return !isWrong
}

/** Counts one try under every key, or throws too_many, 429, without counting any. */
async function countGuess(db: Knex, guesses: readonly Guess[], at: number): Promise<void> {
  await db.transaction(async (trx) => {
    // Locks in key order, else two logins could deadlock.
    for (const guess of [...guesses].sort((a, b) => (a.key < b.key ? -1 : 1))) {
      const seconds = await countOne(trx, guess, at)
      if (seconds > 0) throw tooMany(seconds)
    }
  })
}

async function countOne(trx: Knex, { key, free }: Guess, at: number): Promise<number> {
  const bindings = {
    key,
    free,
    at: new Date(at),
    forget: new Date(at - FORGET_MS),
    // A wait this long was left by a clock that ran ahead.
    beyond: new Date(at + 2 * MAX_WAIT_MS),
    maxWait: MAX_WAIT_MS,
  }
  // Below :free nobody waits, even if this clock lags that of the last try.
  const { rows } = await trx.raw<{ rows: { failures: number }[] }>(
    `insert into login_failures as f (key, failures, next_at, last_at)
     values (:key, 1, :at, :at)
     on conflict (key) do update
     set last_at = :at,
       failures = case when f.last_at < :forget then 1 else f.failures + 1 end,
       next_at = case when f.last_at < :forget or f.failures + 1 < :free then :at::timestamptz
         else :at::timestamptz + least(:maxWait, 1000 * power(2, least(f.failures + 1 - :free, 20)))
           * interval '1 millisecond' end
     where f.failures < :free or f.next_at <= :at or f.next_at > :beyond
     returning failures`,
    bindings,
  )
  if (rows.length > 0) return 0
  const closed = await trx('login_failures').where({ key }).first<{ next_at: Date }>('next_at')
  return Math.max(1, Math.ceil(((closed?.next_at.getTime() ?? at) - at) / 1_000))
}

/** Takes a try back: the password was right, or never checked. */
async function takeBackGuess(db: Knex, guesses: readonly Guess[], at: number): Promise<void> {
  await db('login_failures')
    .whereIn(
      'key',
      guesses.map((guess) => guess.key),
    )
    .update({ failures: db.raw('greatest(failures - 1, 0)'), next_at: new Date(at) })
}

/** Clears all guesses at an account: its owner has proved the address. */
export async function forgetGuesses(
  db: Knex,
  account: { id: string; username_key: string | null; email_key: string | null },
): Promise<void> {
  const names = [account.username_key, account.email_key].filter((name) => name !== null)
  const prefixes = [...names.map((name) => `name:${digestOf(name)}`), `user:${account.id}`]
  for (const prefix of prefixes) {
    // ';' follows ':' in byte order, so the range covers every key with the prefix.
    await db('login_failures')
      .where('key', prefix)
      .orWhere((query) => {
        query.where('key', '>=', `${prefix}:`).where('key', '<', `${prefix};`)
      })
      .delete()
  }
}
