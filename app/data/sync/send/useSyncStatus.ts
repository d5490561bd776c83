import { useEffect, useMemo, useState } from 'react'

import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { useAccount } from '../../device/account.ts'
import { throttleReads } from './throttleReads.ts'
import { db } from '../../device/db.ts'
import type { SessionEnd } from '../../device/sessionEnd.ts'
import { devicePrincipal, shownPrincipal } from '../../device/device.ts'
import { beginCount, useSync } from '../../device/syncState.ts'
import { ofPrincipal } from '../../device/ranges.ts'

/** Sync state of the device, most urgent first. */
export type SyncStatus = 'attention' | 'waiting' | 'syncing' | 'device' | 'synced'

export interface SyncSummary {
  status: SyncStatus
  /** Pending rows, without locked ones. */
  waiting: number
  /** Pending rows of accounts signed out here, locked until their next login. */
  locked: number
  /** Refused and overwritten values. */
  problems: number
  /** Time of the last answer, milliseconds, 0 for none. */
  lastOk: number
  /** Whether the network is known to be down: by the browser, or by the last try. */
  isOffline: boolean
  /** Why this device's account syncs nothing, null while it does. */
  ended: SessionEnd | null
  isStorageFailing: boolean
  /** Nothing was ever stored here: there is nothing to say. */
  isUnused: boolean
}

/** Shorter pushes are not shown. */
const SYNCING_SHOWN_AFTER_MS = 400

/** Throttle for counting pending rows. */
const COUNT_EVERY_MS = 500
const RECOUNT_MS = 2 * COUNT_EVERY_MS

type Counts = Awaited<ReturnType<typeof readCounts>>

/** Sync summary for chip, drawer and strip. Counts come from the database, so tabs agree. */
export function useSyncStatus(): SyncSummary {
  const sync = useSync()
  const account = useAccount()
  const principal = shownPrincipal()
  const [calmly] = useState(() => throttleReads(COUNT_EVERY_MS))
  const live = useLiveQuery(() => calmly(() => readCounts(principal)), [principal])
  const [again, setAgain] = useState<Counts | null>(null)
  // A count of an earlier principal is ignored.
  const isNewer = again?.p === principal && again.countedTo > (live?.countedTo ?? 0)
  const counts = isNewer ? again : live
  const isSlow = useIsSlow(sync.sendingSince)
  const { problems = 0, drafts = 0, lastOk = 0, isUnused = true, locked = 0 } = counts ?? {}
  // The count lags behind: until then no screen may claim that nothing is pending.
  const isUncounted = sync.uncounted > (counts?.countedTo ?? 0)
  const waiting = Math.max(counts?.waiting ?? 0, isUncounted || sync.isTyping ? 1 : 0)
  // An edit may change no counted row, so the live query stays silent: count again.
  useEffect(() => {
    if (!isUncounted) return
    const timer = setTimeout(
      () => void readCounts(principal).then(setAgain, () => undefined),
      RECOUNT_MS,
    )
    return () => clearTimeout(timer)
  }, [isUncounted, principal])
  const isOffline = !sync.isOnline || sync.isFailing
  const isReading = sync.rowsRead > 0
  const ended = account?.ended ?? (sync.isSignedOut ? 'expired' : null)
  // A deleted account's data is no longer on the server.
  const isAlone = ended === 'deleted' || lastOk === 0 || locked > 0
  const status = statusOf({ waiting, problems, drafts, isOffline, isSlow, isReading, isAlone })
  const { isStorageFailing } = sync
  const known = { problems, lastOk, isOffline, ended, isStorageFailing, isUnused }
  const summary: SyncSummary = { status, waiting, locked, ...known }
  // Stable until its content changes: one keystroke triggers three updates.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- its values are all it is
  return useMemo(() => summary, Object.values(summary))
}

/** One transaction: separate ones would double the cost. */
function readCounts(principal: string) {
  const tables = [db.pending, db.problems, db.meta, db.rows, db.drafts, db.calls]
  const countedTo = beginCount()
  return db.transaction('r', tables, async () => {
    const [pending, problems, lastOk, rows, drafts, all, ofDevice, messages] = await Promise.all([
      ofPrincipal(db.pending, principal).count(),
      ofPrincipal(db.problems, principal).count(),
      db.meta.get(`lastOk:${principal}`),
      // Not count(): that visits every row, even with a limit.
      ofPrincipal(db.rows, principal).limit(1).primaryKeys(),
      ofPrincipal(db.drafts, principal).count(),
      db.pending.count(),
      ofPrincipal(db.pending, devicePrincipal()).count(),
      db.calls.where('kind').equals('contact').toArray(),
    ])
    const waiting = pending + messages.filter((call) => call.problem === undefined).length
    return {
      p: principal,
      countedTo,
      waiting,
      locked: all - pending - (principal === devicePrincipal() ? 0 : ofDevice),
      problems,
      lastOk: Number(lastOk?.value ?? 0),
      drafts,
      // Includes rows of accounts that are signed out now.
      isUnused: waiting + rows.length + all === 0,
    }
  })
}

type Counted = Record<'waiting' | 'problems' | 'drafts', number>
type Known = Record<'isOffline' | 'isSlow' | 'isReading' | 'isAlone', boolean>

function statusOf(is: Counted & Known): SyncStatus {
  if (is.problems > 0) return 'attention'
  if (is.waiting > 0 && is.isOffline) return 'waiting'
  if (is.isReading || (is.waiting > 0 && is.isSlow)) return 'syncing'
  if (is.waiting > 0 || is.drafts > 0 || is.isAlone) return 'device'
  return 'synced'
}

function useIsSlow(since: number): boolean {
  const [slowSince, setSlowSince] = useState(0)
  useEffect(() => {
    if (since === 0) return
    const timer = setTimeout(() => setSlowSince(since), SYNCING_SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [since])
  return since !== 0 && slowSince === since
}
