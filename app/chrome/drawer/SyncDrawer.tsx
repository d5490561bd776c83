import { type ComponentType, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import type { SyncSummary } from '../../data/sync/send/useSyncStatus.ts'

import { links } from '#shared/links.ts'
import { many, t } from '#shared/words/words.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { persistStorage } from '../../data/device/persistStorage.ts'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { dayAndTime, ago } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { WitnessMark } from '../../ui/blocks/WitnessMark.tsx'
import styles from './Drawer.module.css'
import { LimitNote } from './LimitNote.tsx'
import { useAnnounced } from './announced.ts'
import { clockText, drawerStatus, drawerText, waitingText } from './drawerWords.ts'
import { readOutbox, type Waiting, type WaitingWhat } from './readOutbox.ts'
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
      <UnsentFiles now={now} />
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
      className={styles.signIn}
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
