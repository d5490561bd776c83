/** What waits for a limit of the server, in words: for which, and when it goes on. */
import type { WaitReason } from '#shared/sync/limits.ts'
import type { Limited } from './readOutbox.ts'

import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { dayAndTime } from '../ui/time.ts'
import { counted } from './syncWords.ts'

const MINUTE_MS = 60_000

const REASONS: Record<WaitReason, string> = {
  address_bytes: 'Your network has stored as much as it may in a day.',
  device_bytes: 'This device has stored as much as it may in a day without an account.',
  account_bytes: 'Your account has stored as much as it may in a day.',
  kits: 'Your network has begun as many kits as it may in a day without an account.',
  kits_full: 'You have as many kits as the server keeps.',
  log_full: `Your maintenance log is full: it holds ${MAX_LOG_ENTRIES.toLocaleString('en-US')} jobs.`,
  tasks: 'You have added as many tasks as you may in a day.',
  comments: 'You have posted as many comments as you may for now.',
  misses: 'Your network has asked for too many kits that are not there.',
}
/** Limits that time alone does not lift: at that time it is tried again, and perhaps goes on. */
const FULL = new Set<string>(['kits_full', 'log_full'])

/** "12 changes wait" */
export function limitTitle({ changes }: Limited): string {
  return `${counted(changes, 'change')} ${changes === 1 ? 'waits' : 'wait'}`
}

/** Why, and when it goes on. A reason of a newer server is none that this version can name. */
export function limitSentence({ why, changes, until }: Limited, now: number): string {
  const reason = Object.hasOwn(REASONS, why) ? REASONS[why] : 'The server takes no more for now.'
  const isOne = changes === 1
  if (until <= now) return `${reason} ${isOne ? 'It is' : 'They are'} sent next.`
  // Up to the next whole minute: what is said is never too early.
  const when = dayAndTime(Math.ceil(until / MINUTE_MS) * MINUTE_MS, now)
  const again = isOne ? 'is tried again' : 'are tried again'
  const what = FULL.has(why) ? again : isOne ? 'goes on' : 'go on'
  return `${reason} ${isOne ? 'It is' : 'They are'} safe here and ${what} ${when}.`
}
