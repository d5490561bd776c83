/** Email change, up to the link that confirms it. */
import type { RateRule } from '../http/rateLimit.ts'

import { emailKey } from '#shared/account.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { addressChangeNotice, confirmNewAddressLetter } from '../mail/letters.ts'
import { checkCurrentPassword } from './currentPassword.ts'
import { mailboxLimit } from './mailLimits.ts'
import { addressInUse } from './registration.ts'
import { issueToken } from './tokens.ts'
import { findUser, type AccountDeps } from './users.ts'

/** Per account. */
const EMAIL_CHANGES: RateRule = { burst: 3, perMs: 20 * 60_000 }

/**
 * Requests an email change, which takes effect once the new address is confirmed. An address that
 * belongs to another account gets the same answer; its owner is told by mail.
 */
export async function requestEmailChange(
  deps: AccountDeps,
  userId: string,
  form: { email: string; currentPassword: string },
): Promise<void> {
  const user = await findUser(deps.db, { id: userId })
  if (!user) throw new Problem('signed_out', 401, t('Please sign in again.'))
  await checkCurrentPassword(deps, user, form.currentPassword)
  const email_key = emailKey(form.email)
  if (email_key === user.email_key) {
    throw new Problem('same_email', 422, t('This is your address already'), { field: 'email' })
  }
  await deps.limits.take(`change-email:${userId}`, EMAIL_CHANGES)
  // Keyed by the mailbox alone, so that a refusal does not tell whether it has an account.
  await deps.limits.take(...mailboxLimit('change', email_key))
  await deps.db('users').where({ id: userId }).update({ new_email: form.email })
  const { env, mailer, random } = deps
  const { username } = user
  const publicUrl = env.PUBLIC_URL
  mailer.send(addressChangeNotice({ to: user.email, publicUrl, username, newEmail: form.email }))
  mailer.send(async () => {
    if (await findUser(deps.db, { email_key })) return addressInUse(deps, form.email)()
    const at = deps.now()
    const wanted = { user_id: userId, purpose: 'change_email', email_key, at, random } as const
    const token = await issueToken(deps.db, wanted)
    return confirmNewAddressLetter({ to: form.email, publicUrl, username, token })
  })
}
