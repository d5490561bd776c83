import type { SyncSummary } from '../store/useSyncStatus.ts'

import { CircleAlertIcon, NoSignalIcon } from '../ui/icons.tsx'
import { Strip } from '../ui/Strip.tsx'

/** What holds on every screen for now: below the header, not to be dismissed. */
export function Strips({ sync }: { sync: SyncSummary }) {
  return (
    <>
      {sync.isStorageFailing && (
        <Strip isBad icon={<CircleAlertIcon />}>
          <b>Not stored:</b> this device is out of room or refuses to store. Keep this page open.
        </Strip>
      )}
      {sync.isOffline && (
        <Strip icon={<NoSignalIcon />}>
          <b>No signal.</b> Changes stay on this device.
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
