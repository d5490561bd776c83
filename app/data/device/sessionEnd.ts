/** Why an account was signed out, in words for people. */
import { t } from '#shared/words/words.ts'

/** `suspended`: by the operator. `deleted`: by its owner. */
export type SessionEnd = 'expired' | 'suspended' | 'deleted'

interface EndWords {
  title: string
  /** Tells the fate of the work on this device. */
  text: string
}

const WORDS: Record<SessionEnd, () => EndWords> = {
  expired: () => ({
    title: t('Your session has ended.'),
    text: t('What you do is kept on this device, and sent once you sign in again.'),
  }),
  suspended: () => ({
    title: t('Your account is suspended.'),
    text: t('Nothing is sent or fetched. What is here stays on this device.'),
  }),
  deleted: () => ({
    title: t('Your account was deleted.'),
    text: t('Nothing is sent any more. What is here is on this device alone.'),
  }),
}

/** "Your account was deleted.", and what that means for work on this device. */
export function endWords(end: SessionEnd): EndWords {
  return WORDS[end]()
}
