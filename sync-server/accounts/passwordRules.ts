/** What a password must not be, beyond the rules of shared/account.ts. */
import { Problem } from '#shared/problem.ts'

import { isCommonPassword } from './commonPasswords.ts'

/** Shorter names occur in words by chance. */
const MIN_CONTEXT = 4

/**
 * Throws 422 for a password that is common, or made of what everybody knows of its account.
 * @param field of the form, which the refusal names
 */
export function checkNewPassword(
  password: string,
  account: { username: string; email: string },
  field = 'password',
): void {
  if (isCommonPassword(password)) {
    throw refused(
      field,
      'This password is among the first that guessers try. Please choose another one.',
    )
  }
  const given = password.normalize('NFKC').toLowerCase()
  const context = [account.username, account.email.split('@')[0] ?? '']
    .filter((word) => word.length >= MIN_CONTEXT)
    .map((word) => word.toLowerCase())
  if ([...context, 'wrenchlist'].some((word) => given.includes(word))) {
    throw refused(
      field,
      'Password must not contain your username, your email address or "Wrenchlist"',
    )
  }
}

function refused(field: string, sentence: string): Problem {
  return new Problem('weak_password', 422, sentence, { field })
}
