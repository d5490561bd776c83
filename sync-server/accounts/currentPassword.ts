import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { guessOnce, guessesOfSession } from './guesses.ts'
import type { AccountDeps, User } from './users.ts'

/** Asks a signed-in user for the password again: the open phone may be a stolen one. */
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
 * Whether the password is the account's, asked of a caller with a session or a mailed link. Both
 * share one guess counter. Throws too_many, 429.
 */
export async function isPassword(
  deps: AccountDeps,
  user: User,
  password: string,
): Promise<boolean> {
  return guessOnce(deps, guessesOfSession(user.id), () =>
    deps.passwords.verify(user.password_hash, password, `user:${user.id}`),
  )
}
