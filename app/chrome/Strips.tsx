import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { SyncSummary } from '../store/useSyncStatus.ts'

import { links } from '#shared/links.ts'
import { CircleAlertIcon, NoSignalIcon } from '../ui/icons.tsx'
import { Strip } from '../ui/Strip.tsx'
import { counted } from './syncWords.ts'

/** What holds on every screen for now: below the header, not to be dismissed. Fetched when it does. */
export function Strips({ sync }: { sync: SyncSummary }) {
  const { pathname, search } = useLocation()
  const { waiting, isStorageFailing } = sync
  useAskBeforeLeaving(isStorageFailing)
  return (
    <>
      {isStorageFailing && (
        <Strip isBad icon={<CircleAlertIcon />}>
          <b>Not stored:</b> this device is out of room or refuses to store. Keep this page open.
        </Strip>
      )}
      {sync.isOffline && (
        <Strip icon={<NoSignalIcon />}>
          <b>No signal.</b> Changes stay on this device.
        </Strip>
      )}
      {sync.isSignedOut && (
        <Strip icon={<CircleAlertIcon />}>
          <b>Your session has ended.</b>{' '}
          <Link to={links.login(pathname + search)}>
            {waiting > 0 ? `Sign in to upload ${counted(waiting, 'change')}` : 'Sign in again'}
          </Link>
        </Strip>
      )}
      {!isSecureContext && (
        <Strip icon={<CircleAlertIcon />}>
          <b>Offline use needs https.</b> On this address the app opens only with a signal.
        </Strip>
      )}
    </>
  )
}

/** What is typed is in this page alone: closing it would lose it. */
function useAskBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isNeeded])
}
