import type { Limited } from './readOutbox.ts'
import type { WaitReason } from '#shared/cells/limits.ts'

import { WitnessMark } from '../../ui/blocks/WitnessMark.tsx'
import styles from './Drawer.module.css'
import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { type Later, later, many, say, t } from '#shared/words/words.ts'
import { dayAndTime } from '../../ui/text/time.ts'

/** Ops held by a rate limit: how many, which limit, and when they are retried. */
export function LimitNote({ limited, now }: { limited: Limited; now: number }) {
  const title = limitTitle(limited)
  return (
    <section className={`card ${styles.note}`} aria-label={title}>
      <WitnessMark state="waiting" />
      <div className="grow">
        <h3>{title}</h3>
        <p className="muted small">{limitSentence(limited, now)}</p>
      </div>
    </section>
  )
}

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
/** Limits that time alone does not lift: the retry may be held again. */
const FULL = new Set<string>(['kits_full', 'log_full'])

/** "12 changes wait" */
function limitTitle({ changes }: Limited): string {
  return many(changes, '{count} change waits', '{count} changes wait')
}

/** Why, and when it goes on. Unknown reasons of a newer server get general words. */
function limitSentence({ why, changes, until }: Limited, now: number): string {
  const reason = reasonFor(why)
  if (until <= now) return `${reason} ${many(changes, 'It is sent next.', 'They are sent next.')}`
  // Rounded up to the minute: never announced too early.
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
