import { guessableProblem, type PasswordOwner } from '#shared/newPassword.ts'
import { Problem } from '#shared/problem.ts'

/**
 * Throws 422 for a guessable password.
 * @param field form field named in the refusal
 */
export function checkNewPassword(password: string, owner: PasswordOwner, field = 'password'): void {
  const sentence = guessableProblem(password, owner)
  if (sentence !== null) throw new Problem('weak_password', 422, sentence, { field })
}
