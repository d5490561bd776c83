import type { Fill } from '../../data/autofill/fillState.ts'
import { t } from '#shared/words/words.ts'

/** State of a fill in words. */
export function fillText({ kind, host, reason }: Fill): string {
  if (kind === 'failed') return reason
  if (kind !== 'waiting') return t('Filling in from {host}…', { host })
  return reason === ''
    ? t('Waits for signal, then it is filled in from {host}.', { host })
    : `${reason} ${t('It is tried again by itself.')}`
}
