/** Wording for accounts in a list. */
import type { ModeratedTask } from '#shared/admin/people.ts'
import type { WithRole } from '#shared/roles.ts'

import { later, many, say, t } from '#shared/words/words.ts'

const NAMES = {
  operator: later('Administrator'),
  moderator: later('Moderator'),
  catalogue: later('Catalogue'),
}

/** '' for who has none. */
export function roleWords({ isAdmin, role }: WithRole): string {
  const has = isAdmin ? 'operator' : role
  return has ? say(NAMES[has]) : ''
}

/** "ann@example.com, confirmed." */
export function addressWords(email: string | null, isVerified: boolean): string {
  if (email === null) return t('No address.')
  return isVerified ? t('{email}, confirmed.', { email }) : t('{email}, not confirmed.', { email })
}

/** "Added by dana_k and 2 more, first yesterday." */
export function addedWords({ author, owners }: ModeratedTask, time: string): string {
  const who = author === '' ? t('somebody without an account') : author
  if (owners === 1) return t('Added by {who}, first {time}', { who, time })
  return many(
    owners - 1,
    'Added by {who} and {count} more, first {time}',
    'Added by {who} and {count} more, first {time}',
    { who, time },
  )
}
