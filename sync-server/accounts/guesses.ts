/**
 * Guessing of passwords: counted before the password is looked at, taken back when it was right.
 * Waits grow, none is longer than 15 minutes, and no account is ever locked for good.
 */
import type { Knex } from 'knex'

import { tooMany } from '../http/rateLimit.ts'
import { digestOf } from './secrets.ts'

const MAX_WAIT_MS = 15 * 60_000
/** After so long without a wrong one, the count begins anew. */
const FORGET_MS = 60 * 60_000

// An account can be named by its username and by its address. With these numbers strangers get 28
// guesses an hour under each name, a device that knows the account 18, and sessions and mailed links
// together 18: under 100.
const FREE_OF_ADDRESS = 5
const FREE_OF_NAME = 15
const FREE_OF_DEVICE = 5

/** A count of wrong passwords; the first `free` cost no wait. */
export interface Guess {
  key: string
  free: number
}

/**
 * The counts of a login. What was typed is counted, account or not, so that a refusal tells nothing;
 * that the name and the address of one account count apart keeps them from being matched.
 * @param typed a usernameKey() or an emailKey()
 */
export function guessesOfLogin(typed: string, address: string): Guess[] {
  const name = `name:${digestOf(typed)}`
  return [
    { key: name, free: FREE_OF_NAME },
    { key: `${name}:${address}`, free: FREE_OF_ADDRESS },
  ]
}

/** For a device that signed in to the account before: strangers cannot use this count up. */
export function guessesOfDevice(userId: string, device: string): Guess[] {
  return [{ key: `user:${userId}:${device}`, free: FREE_OF_DEVICE }]
}

/** For the present password, asked from somebody who is signed in or has a link from the mailbox. */
export function guessesOfSession(userId: string): Guess[] {
  return [{ key: `user:${userId}`, free: FREE_OF_DEVICE }]
}

/** Counts one try under every key, or throws too_many, 429, without counting any. */
export async function countGuess(db: Knex, guesses: readonly Guess[], at: number): Promise<void> {
  await db.transaction(async (trx) => {
    // One order for everybody, else two logins could wait for each other.
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
    // No wait is nearly as long: it was left by a clock that ran ahead.
    beyond: new Date(at + 2 * MAX_WAIT_MS),
    maxWait: MAX_WAIT_MS,
  }
  const { rows } = await trx.raw<{ rows: { failures: number }[] }>(
    `insert into login_failures as f (key, failures, next_at, last_at)
     values (:key, 1, :at, :at)
     on conflict (key) do update
     set last_at = :at,
       failures = case when f.last_at < :forget then 1 else f.failures + 1 end,
       next_at = case when f.last_at < :forget or f.failures + 1 < :free then :at::timestamptz
         else :at::timestamptz + least(:maxWait, 1000 * power(2, least(f.failures + 1 - :free, 20)))
           * interval '1 millisecond' end
     where f.next_at <= :at or f.next_at > :beyond
     returning failures`,
    bindings,
  )
  if (rows.length > 0) return 0
  const closed = await trx('login_failures').where({ key }).first<{ next_at: Date }>('next_at')
  return Math.max(1, Math.ceil(((closed?.next_at.getTime() ?? at) - at) / 1_000))
}

/** The password was right, or was never looked at: this try does not count. */
export async function takeBackGuess(
  db: Knex,
  guesses: readonly Guess[],
  at: number,
): Promise<void> {
  await db('login_failures')
    .whereIn(
      'key',
      guesses.map((guess) => guess.key),
    )
    .update({ failures: db.raw('greatest(failures - 1, 0)'), next_at: new Date(at) })
}

/** Forgets everything that was guessed at an account: its owner has proved the address. */
export async function forgetGuesses(
  db: Knex,
  account: { id: string; username_key: string | null; email_key: string | null },
): Promise<void> {
  const names = [account.username_key, account.email_key].filter((name) => name !== null)
  const prefixes = [...names.map((name) => `name:${digestOf(name)}`), `user:${account.id}`]
  for (const prefix of prefixes) {
    // ';' comes right after ':' in the order of bytes.
    await db('login_failures')
      .where('key', prefix)
      .orWhere((query) => {
        query.where('key', '>=', `${prefix}:`).where('key', '<', `${prefix};`)
      })
      .delete()
  }
}
