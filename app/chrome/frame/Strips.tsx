import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { SyncSummary } from '../../data/sync/send/useSyncStatus.ts'
import type { Announced } from '#shared/admin/announced.ts'

import { links } from '#shared/links.ts'
import { many, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { endWords } from '../../data/device/sessionEnd.ts'
import { useSync } from '../../data/device/syncState.ts'
import { Button } from '../../ui/controls/Button.tsx'
import {
  CircleAlertIcon,
  NoSignalIcon,
  RefreshIcon,
  WrenchIcon,
  CloseIcon,
  InfoIcon,
} from '../../ui/blocks/icons.tsx'
import { Strip } from '../../ui/blocks/Strip.tsx'
import { useAnnounced } from '../drawer/announced.ts'
import { updateNow } from '../start/registerWorker.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'

/** Warnings valid on every screen, below the header, not dismissible. Loaded when needed. */
export function Strips({ sync }: { sync: SyncSummary }) {
  const { pathname, search } = useLocation()
  const { waiting, isStorageFailing } = sync
  // `isOnline` is the network: a server outage or a captive portal does not clear it.
  const { isInPageOnly, isOnline, isOutdated, rowsRead } = useSync()
  const { say, rest } = useAnnounced()
  // A resting server answers: that is no outage.
  const isResting = isOnline && rest !== undefined
  useAskBeforeLeaving(isStorageFailing || (isInPageOnly === true && waiting > 0))
  return (
    <>
      {isStorageFailing && (
        <Strip isBad icon={<CircleAlertIcon />}>
          <T text="<b>Not stored:</b> this device is out of room or refuses to store. Keep this page open." />
        </Strip>
      )}
      {isInPageOnly && (
        <Strip isBad icon={<CircleAlertIcon />}>
          <T text="<b>This browser keeps nothing.</b> What you type goes to the server. Keep this page open until it is synced, and keep its link." />
        </Strip>
      )}
      {isResting && <Strip icon={<WrenchIcon />}>{rest}</Strip>}
      {sync.isOffline && !isResting && !isInPageOnly && (
        <Strip icon={<NoSignalIcon />}>
          <b>{isOnline ? t('No answer from the server.') : t('No signal.')}</b>{' '}
          {t('Changes stay on this device.')}
        </Strip>
      )}
      {say && isOnline && (isResting || !sync.isOffline) && <Announcement key={say.id} say={say} />}
      {rowsRead > 0 && (
        <Strip icon={<RefreshIcon />}>
          <T text="<b>Getting your kits.</b> You can work on meanwhile." />{' '}
          {/* Not for the ear: it changes every second. */}
          <span aria-hidden className="muted num">
            {many(rowsRead, '{count} row so far', '{count} rows so far')}
          </span>
        </Strip>
      )}
      {isOutdated && (
        <Strip icon={<RefreshIcon />}>
          <T
            text="<b>Update needed.</b> The server wants a newer version. Your changes stay on this device. <button>Update now</button>"
            button={(text) => (
              <Button size="s" onClick={() => void updateNow()}>
                {text}
              </Button>
            )}
          />
        </Strip>
      )}
      {sync.ended && (
        <Strip icon={<CircleAlertIcon />}>
          <b>{endWords(sync.ended).title}</b>{' '}
          {sync.ended !== 'expired' && `${endWords(sync.ended).text} `}
          {sync.ended === 'deleted' ? (
            <>
              <Link to={links.account()}>{t('Save a backup')}</Link>,{' '}
            </>
          ) : (
            <>
              <Link to={links.login(pathname + search)}>
                {sync.ended === 'expired' && waiting > 0
                  ? many(
                      waiting,
                      'Sign in to upload {count} change',
                      'Sign in to upload {count} changes',
                    )
                  : t('Sign in again')}
              </Link>
              {sync.ended === 'suspended' && ', '}
            </>
          )}
          {sync.ended !== 'expired' && <Link to={links.contact()}>{t('write to us')}</Link>}
        </Strip>
      )}
      {!isSecureContext && (
        <Strip icon={<CircleAlertIcon />}>
          <T text="<b>Offline use needs https.</b> On this address the app opens only with a signal." />
        </Strip>
      )}
    </>
  )
}

/** Input exists only in this page: closing it would lose it. */
function useAskBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isNeeded])
}

/** Last dismissed announcement of this device. */
const KEY = 'announcementSeen'

/** The operator's announcement. @param props.say use its id as the key, too */
function Announcement({ say: { id, text } }: { say: NonNullable<Announced['say']> }) {
  const [isSeen, setSeen] = useState(() => localStorage.getItem(KEY) === id)
  if (isSeen) return null

  function handleClose() {
    setSeen(true)
    localStorage.setItem(KEY, id)
  }

  return (
    <Strip
      icon={<InfoIcon />}
      end={
        <IconButton label={t('Close the announcement')} onClick={handleClose}>
          <CloseIcon />
        </IconButton>
      }
    >
      {text}
    </Strip>
  )
}
