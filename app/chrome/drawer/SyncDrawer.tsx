import { type ComponentType, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import type { SyncSummary } from '../../data/sync/send/useSyncStatus.ts'
import type { WaitReason } from '#shared/cells/limits.ts'

import { links } from '#shared/links.ts'
import { type Later, later, many, say, t } from '#shared/words/words.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { persistStorage } from '../../data/device/persistStorage.ts'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { dayAndTime, ago } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { WitnessMark } from '../../ui/blocks/WitnessMark.tsx'
import styles from './Drawer.module.css'
import { useAnnounced } from './announced.ts'
import { clockText, drawerStatus, drawerText, waitingText } from './drawerWords.ts'
import { type Limited, readOutbox, type Waiting, type WaitingWhat } from './readOutbox.ts'
import { SyncProblem } from './SyncProblem.tsx'
import { statusName } from './syncWords.ts'
import { TryNow } from './TryNow.tsx'
import { UnsentFiles } from './UnsentFiles.tsx'
import {
  LayersIcon,
  ListIcon,
  ListPlusIcon,
  MailIcon,
  MessageIcon,
  SaveIcon,
  WrenchIcon,
} from '../../ui/blocks/icons.tsx'
import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'

/** Details of the sync state: pending changes, refused ones, and a manual retry. */
export function SyncDrawer({
  sync,
  isOpen,
  onClose,
}: {
  sync: SyncSummary
  isOpen: boolean
  onClose: () => void
}) {
  const now = useNow()
  const outbox = useLiveQuery(readOutbox)
  const { lastOk } = sync
  const clock = clockText(outbox?.clockOffset ?? 0)
  const hasWork = isOpen && sync.waiting > 0
  useEffect(() => {
    if (hasWork) void persistStorage()
  }, [hasWork])
  const status = drawerStatus(sync)
  const { rest } = useAnnounced()
  const limited = outbox?.limited.reduce((sum, { changes }) => sum + changes, 0) ?? 0
  const sendsWhenClosed = canSendClosed()
  const text = drawerText({ ...sync, status }, { sendsWhenClosed, limited, rest })
  return (
    <LazyModal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Sync')}
      size="drawer"
      footer={
        <>
          {sync.ended === 'expired' && <SignIn onLeave={onClose} />}
          <TryNow isSecond={sync.ended === 'expired'} />
        </>
      }
    >
      <div className={`row top ${styles.state}`}>
        <WitnessMark state={status} className={styles.mark} />
        <div>
          <h3 className={styles.name}>
            {rest && status === 'waiting' ? t('Waiting for the server') : statusName(status)}
          </h3>
          <p className="muted small">{text}</p>
        </div>
      </div>
      {outbox?.cases.map((shown) => (
        <SyncProblem key={shown.problems[0].id} shown={shown} onLeave={onClose} />
      ))}
      {outbox?.limited.map((of) => (
        <LimitNote key={of.why} limited={of} now={now} />
      ))}
      {outbox && outbox.waiting.length > 0 && (
        <ul className="card lined" aria-label={t('Waiting to be sent')}>
          {outbox.waiting.map((waiting) => (
            <WaitingItem key={waiting.id} waiting={waiting} now={now} />
          ))}
        </ul>
      )}
      {outbox?.locked.map(({ name, changes }) => (
        <p key={name} className="small">
          <b>
            {many(
              changes,
              '{count} change by {name} waits on this device.',
              '{count} changes by {name} wait on this device.',
              { name },
            )}
          </b>{' '}
          {many(
            changes,
            'It is sent when {name} signs in here.',
            'They are sent when {name} signs in here.',
            { name },
          )}
        </p>
      ))}
      <p className={`muted small ${styles.last}`}>
        {lastOk > 0
          ? t('Last synced {time}', { time: dayAndTime(lastOk, now) })
          : t('Not synced yet')}
      </p>
      {clock !== '' && <p className="muted small">{clock}</p>}
      <UnsentFiles />
    </LazyModal>
  )
}

/** Pending changes of an account wait for its sign-in, which returns to this page. */
function SignIn({ onLeave }: { onLeave: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <LinkButton
      variant="primary"
      size="l"
      isFull
      className="before"
      to={links.login(pathname + search)}
      onClick={onLeave}
    >
      {t('Sign in')}
    </LinkButton>
  )
}

/** Whether Background Sync sends while no page is open. */
function canSendClosed(): boolean {
  return 'SyncManager' in window && !!navigator.serviceWorker?.controller
}

const ICONS: Record<WaitingWhat, ComponentType> = {
  save: SaveIcon,
  comment: MessageIcon,
  parts: ListIcon,
  kit: LayersIcon,
  task: ListPlusIcon,
  log: WrenchIcon,
  message: MailIcon,
}

/** A pending change: what, in which kit, since when. */
function WaitingItem({ waiting, now }: { waiting: Waiting; now: number }) {
  const Icon = ICONS[waiting.what]
  const { name, about } = waitingText(waiting)
  return (
    <li className={`row ${styles.waiting}`}>
      <Icon />
      <div className="grow">
        <div className={`ellipsis ${styles.title}`}>{name}</div>
        <div className="muted small ellipsis">{about}</div>
      </div>
      <span className="muted small nowrap num">{ago(waiting.since, now)}</span>
    </li>
  )
}

/** Ops held by a rate limit: how many, which limit, and when they are retried. */
function LimitNote({ limited, now }: { limited: Limited; now: number }) {
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
