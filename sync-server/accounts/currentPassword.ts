import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { countGuess, guessesOfSession, takeBackGuess } from './guesses.ts'
import type { AccountDeps, User } from './users.ts'

/** Asks somebody who is signed in for the password again: the open phone may be a stolen one. */
export async function checkCurrentPassword(
  deps: AccountDeps,
  user: User,
  password: string,
): Promise<void> {
  if (await isPassword(deps, user, password)) return
  throw new Problem('wrong_password', 403, t('This is not your current password.'), {
    field: 'currentPassword',
  })
}

/**
 * Whether it is the password of an account, asked from who has shown something of it already: a
 * session, or a link from its mailbox. Counted as a guess, of both together. Throws too_many, 429.
 */
export async function isPassword(
  { db, passwords, now }: AccountDeps,
  user: User,
  password: string,
): Promise<boolean> {
  const guesses = guessesOfSession(user.id)
  await countGuess(db, guesses, now())
  let isWrong = false
  try {
    isWrong = !(await passwords.verify(user.password_hash, password, `user:${user.id}`))
  } finally {
    if (!isWrong) await takeBackGuess(db, guesses, now())
  }
  return !isWrong
}
