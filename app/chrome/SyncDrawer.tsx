import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'

import type { SyncSummary } from '../store/useSyncStatus.ts'
import type { Waiting } from './readOutbox.ts'

import { syncNow } from '../store/sync.ts'
import { Button } from '../ui/Button.tsx'
import { LayersIcon, RefreshIcon } from '../ui/icons.tsx'
import { LazyModal } from '../ui/LazyModal.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { ago, dayAndTime } from '../ui/time.ts'
import { useNow } from '../ui/useNow.ts'
import { WitnessMark } from '../ui/WitnessMark.tsx'
import styles from './Drawer.module.css'
import { drawerText } from './drawerWords.ts'
import { readOutbox } from './readOutbox.ts'
import { SyncProblem } from './SyncProblem.tsx'
import { counted, statusName } from './syncWords.ts'

/** What the chip stands for: the state in words, what waits, what was refused, and a try by hand. */
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
  const { status, lastOk } = sync
  const isShared = outbox !== undefined && outbox.locked.length > 0
  const text = drawerText(sync, { sendsWhenClosed: canSendClosed(), isShared })
  return (
    <LazyModal isOpen={isOpen} onClose={onClose} title="Sync" size="drawer" footer={<TryNow />}>
      <div className={styles.state}>
        <WitnessMark state={status} className={styles.mark} />
        <div>
          <h3 className={styles.name}>{statusName(status)}</h3>
          <p className="muted small">{text}</p>
        </div>
      </div>
      {outbox?.problems.map(({ problem, title }) => (
        <SyncProblem key={problem.id} problem={problem} kitTitle={title} />
      ))}
      {outbox && outbox.waiting.length > 0 && (
        <ul className="card" aria-label="Waiting to be sent">
          {outbox.waiting.map((waiting) => (
            <WaitingKit key={waiting.kit} waiting={waiting} now={now} />
          ))}
        </ul>
      )}
      {outbox?.locked.map(({ name, changes }) => (
        <p key={name} className="small">
          <b>
            {counted(changes, 'change')} by {name} {changes === 1 ? 'waits' : 'wait'} on this
            device.
          </b>{' '}
          {changes === 1 ? 'It is' : 'They are'} sent when {name} signs in here.
        </p>
      ))}
      <p className={`muted small ${styles.last}`}>
        {lastOk > 0 ? `Last synced ${dayAndTime(lastOk, now)}` : 'Not synced yet'}
      </p>
    </LazyModal>
  )
}

function WaitingKit({ waiting, now }: { waiting: Waiting; now: number }) {
  const { title, changes, since } = waiting
  return (
    <li className={styles.waiting}>
      <LayersIcon />
      <div className="grow">
        <div className={`ellipsis ${styles.title}`}>{title}</div>
        <div className="muted small">{counted(changes, 'change')}</div>
      </div>
      <span className="muted small nowrap num">{ago(since, now)}</span>
    </li>
  )
}

type Attempt = 'none' | 'running' | Awaited<ReturnType<typeof syncNow>>['kind']

const OUTCOMES: Record<Attempt, string> = {
  none: '',
  running: 'Asking the server.',
  done: 'The server answered. Everything it takes has been sent.',
  failed: 'The server did not answer. Your changes stay on this device.',
  unauthorized: 'Your session has ended. Sign in again; your changes stay on this device.',
}

function TryNow() {
  const [attempt, setAttempt] = useState<Attempt>('none')
  const isRunning = attempt === 'running'

  async function handleTry() {
    if (isRunning) return
    setAttempt('running')
    const result = await syncNow()
    setAttempt(result.kind)
  }

  return (
    <>
      <output>
        {!isRunning && attempt !== 'none' && (
          <p className={`small ${styles.result}`}>{OUTCOMES[attempt]}</p>
        )}
      </output>
      <Button
        variant="primary"
        size="l"
        isFull
        aria-disabled={isRunning}
        onClick={() => void handleTry()}
      >
        {isRunning ? <Spinner /> : <RefreshIcon />}
        {isRunning ? 'Trying...' : 'Try now'}
      </Button>
    </>
  )
}

/** Whether the browser sends for us while no page is open. */
function canSendClosed(): boolean {
  return 'SyncManager' in window && !!navigator.serviceWorker?.controller
}
