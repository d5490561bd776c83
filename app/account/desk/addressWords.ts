import { t } from '#shared/words/words.ts'

/** "ann@example.com, confirmed." */
export function addressWords(email: string | null, isVerified: boolean): string {
  if (email === null) return t('No address.')
  return isVerified ? t('{email}, confirmed.', { email }) : t('{email}, not confirmed.', { email })
}
