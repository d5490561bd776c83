import { useEffect, useState } from 'react'

import { useAccount } from '../../data/device/account.ts'
import { useSync } from '../../data/device/syncState.ts'
import { fetchContents, type Fetched, type SavedVersion } from '../../data/kits/open/versions.ts'

/** `expired`: the server requires a new sign-in first. */
export type Fetching = Fetched | 'reading' | 'expired'

/** Fetches and stores missing contents of the shown versions. */
export function useContents(kitId: string, shown: readonly SavedVersion[]): Fetching {
  const isOnline = useSync((sync) => sync.isOnline)
  const isExpired = useAccount()?.isExpired === true
  // Pending versions are complete here, and unknown to the server.
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
