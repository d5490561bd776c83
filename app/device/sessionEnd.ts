/** Why an account of this device is not signed in any more, in the words of every screen that says so. */

/** `suspended` and `deleted`: the operator took the account away, or its owner asked for its end. */
export type SessionEnd = 'expired' | 'suspended' | 'deleted'

interface EndWords {
  title: string
  /** What becomes of the work here. */
  text: string
}

const WORDS: Record<SessionEnd, EndWords> = {
  expired: {
    title: 'Your session has ended.',
    text: 'What you do is kept on this device, and sent once you sign in again.',
  },
  suspended: {
    title: 'Your account is suspended.',
    text: 'Nothing is sent or fetched. What is here stays on this device.',
  },
  deleted: {
    title: 'Your account was deleted.',
    text: 'Nothing is sent any more. What is here is on this device alone.',
  },
}

/** "Your account was deleted.", and what that means for what is on this device. */
export function endWords(end: SessionEnd): EndWords {
  return WORDS[end]
}
