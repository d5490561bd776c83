/** What waits for a limit of the server, in words: for which, and when it goes on. */
import type { WaitReason } from '#shared/sync/limits.ts'
import type { Limited } from '../drawer/readOutbox.ts'

import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { type Later, later, many, say, t } from '#shared/words/words.ts'
import { dayAndTime } from '../../ui/text/time.ts'

const MINUTE_MS = 60_000

const REASONS: Record<Exclude<WaitReason, 'log_full'>, Later> = {
  address_bytes: later('Your network has stored as much as it may in a day.'),
  device_bytes: later('This device has stored as much as it may in a day without an account.'),
  account_bytes: later('Your account has stored as much as it may in a day.'),
  kits: later('Your network has begun as many kits as it may in a day without an account.'),
  kits_full: later('You have as many kits as the server keeps.'),
  tasks: later('You have added as many tasks as you may in a day.'),
  comments: later('You have posted as many comments as you may for now.'),
  misses: later('Your network has asked for too many kits that are not there.'),
}
/** Limits that time alone does not lift: at that time it is tried again, and perhaps goes on. */
const FULL = new Set<string>(['kits_full', 'log_full'])

/** "12 changes wait" */
export function limitTitle({ changes }: Limited): string {
  return many(changes, '{count} change waits', '{count} changes wait')
}

/** Why, and when it goes on. A reason of a newer server is none that this version can name. */
export function limitSentence({ why, changes, until }: Limited, now: number): string {
  const reason = reasonFor(why)
  if (until <= now) return `${reason} ${many(changes, 'It is sent next.', 'They are sent next.')}`
  // Up to the next whole minute: what is said is never too early.
  const when = dayAndTime(Math.ceil(until / MINUTE_MS) * MINUTE_MS, now)
  const next = FULL.has(why)
    ? many(
        changes,
        'It is safe here and is tried again {when}.',
        'They are safe here and are tried again {when}.',
        { when },
      )
    : many(changes, 'It is safe here and goes on {when}.', 'They are safe here and go on {when}.', {
        when,
      })
  return `${reason} ${next}`
}

function reasonFor(why: string): string {
  if (why === 'log_full') {
    return t('Your maintenance log is full: it holds {most} jobs.', { most: MAX_LOG_ENTRIES })
  }
  const known = Object.hasOwn(REASONS, why) ? REASONS[why as keyof typeof REASONS] : undefined
  return known ? say(known) : t('The server takes no more for now.')
}
