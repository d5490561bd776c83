import { useEffect, useState } from 'react'

import type { Fetched, SavedVersion } from '../../kits/open/versions.ts'

import { useAccount } from '../../device/account.ts'
import { useSync } from '../../device/syncState.ts'
import { fetchContents } from '../../kits/open/versions.ts'

/** `expired`: the server wants a new login first. */
export type Fetching = Fetched | 'reading' | 'expired'

/** Gets what is not on this device of the versions that are shown, and keeps it. */
export function useContents(kitId: string, shown: readonly SavedVersion[]): Fetching {
  const isOnline = useSync((sync) => sync.isOnline)
  const isExpired = useAccount()?.isExpired === true
  // What waits to be sent is here; the server could not answer it.
  const missing = shown
    .filter(({ cells, isWaiting }) => !cells['body'] && !isWaiting)
    .map(({ id }) => id)
    .join()
  const [fetched, setFetched] = useState<{ missing: string; how: Fetched } | null>(null)
  useEffect(() => {
    if (missing === '' || !isOnline || isExpired) return
    let isCurrent = true
    fetchContents(kitId, missing.split(',')).then(
      (how) => isCurrent && setFetched({ missing, how }),
      () => isCurrent && setFetched({ missing, how: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [kitId, missing, isOnline, isExpired])
  if (missing === '') return 'done'
  if (!isOnline) return 'offline'
  if (isExpired) return 'expired'
  return fetched?.missing === missing ? fetched.how : 'reading'
}
