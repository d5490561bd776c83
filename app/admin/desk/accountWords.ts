/** Wording for accounts in a list. */
import type { WithRole } from '#shared/roles.ts'

import { later, say, t } from '#shared/words/words.ts'

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
