import Dexie from 'dexie'
import { useEffect, useMemo, useState } from 'react'

import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { useAccount } from '../../device/account.ts'
import { calmReader } from './calm.ts'
import { db } from '../../device/db.ts'
import type { SessionEnd } from '../../device/sessionEnd.ts'
import { devicePrincipal, principal } from '../../device/device.ts'
import { beginCount, useSync } from '../../device/syncState.ts'

/** How the device and the server stand, most urgent first. */
export type SyncStatus = 'attention' | 'waiting' | 'syncing' | 'device' | 'synced'

export interface SyncSummary {
  status: SyncStatus
  /** Rows that wait to be sent, but for what is locked. */
  waiting: number
  /** Rows that wait for the next login of an account that is signed out here. */
  locked: number
  /** Values the server refused or that were overwritten. */
  problems: number
  /** Time of the last answer, milliseconds, 0 for none. */
  lastOk: number
  /** Whether the network is known to be away: the browser says so, or the last try failed. */
  isOffline: boolean
  /** Why nothing is sent for the account of this device, null while it is. */
  ended: SessionEnd | null
  isStorageFailing: boolean
  /** Nothing was ever stored here: there is nothing to say. */
  isUnused: boolean
}

/** A push shorter than this is not worth a word. */
const SYNCING_SHOWN_AFTER_MS = 400

/** How often what waits is counted while much happens. */
const COUNT_EVERY_MS = 500
const RECOUNT_MS = 2 * COUNT_EVERY_MS

type Counts = Awaited<ReturnType<typeof readCounts>>

/** What the chip, the drawer and the strip show. Counts come from the database, so tabs agree. */
export function useSyncStatus(): SyncSummary {
  const sync = useSync()
  const account = useAccount()
  const p = principal()
  const [calmly] = useState(() => calmReader(COUNT_EVERY_MS))
  const live = useLiveQuery(() => calmly(() => readCounts(p)), [p])
  const [again, setAgain] = useState<Counts | null>(null)
  // Of somebody who was signed in before it says nothing.
  const isNewer = again?.p === p && again.countedTo > (live?.countedTo ?? 0)
  const counts = isNewer ? again : live
  const isSlow = useIsSlow(sync.sendingSince)
  const { problems = 0, drafts = 0, lastOk = 0, isUnused = true, locked = 0 } = counts ?? {}
  // The count comes a moment later: no word may say meanwhile that nothing waits.
  const isUncounted = sync.uncounted > (counts?.countedTo ?? 0)
  const waiting = Math.max(counts?.waiting ?? 0, isUncounted || sync.isTyping ? 1 : 0)
  // An edit may change nothing that is counted: then nothing says that it has to be counted.
  useEffect(() => {
    if (!isUncounted) return
    const timer = setTimeout(() => void readCounts(p).then(setAgain, () => undefined), RECOUNT_MS)
    return () => clearTimeout(timer)
  }, [isUncounted, p])
  const isOffline = !sync.isOnline || sync.isFailing
  const isReading = sync.rowsRead > 0
  const ended = account?.ended ?? (sync.isSignedOut ? 'expired' : null)
  // What the server has erased it has not got.
  const isAlone = ended === 'deleted' || lastOk === 0 || locked > 0
  const status = statusOf({ waiting, problems, drafts, isOffline, isSlow, isReading, isAlone })
  const { isStorageFailing } = sync
  // The same one until it says something else: a key tells of itself three times.
  return useMemo(
    () => ({
      status,
      waiting,
      locked,
      problems,
      lastOk,
      isOffline,
      ended,
      isStorageFailing,
      isUnused,
    }),
    [status, waiting, locked, problems, lastOk, isOffline, ended, isStorageFailing, isUnused],
  )
}

/** In one transaction: each of its own costs as much as what it reads. */
function readCounts(p: string) {
  const inP = [
    [p, Dexie.minKey],
    [p, Dexie.maxKey],
  ] as const
  const tables = [db.pending, db.problems, db.meta, db.rows, db.drafts, db.calls]
  const countedTo = beginCount()
  return db.transaction('r', tables, async () => {
    const [pending, problems, lastOk, rows, drafts, all, ofDevice, messages] = await Promise.all([
      db.pending
        .where('[p+kit]')
        .between(...inP)
        .count(),
      db.problems
        .where('[p+at]')
        .between(...inP)
        .count(),
      db.meta.get(`lastOk:${p}`),
      // Not counted: that looks at every one of them, with a limit too.
      db.rows
        .where('[p+kit]')
        .between(...inP)
        .limit(1)
        .primaryKeys(),
      db.drafts
        .where('[p+id+cell]')
        .between(...inP)
        .count(),
      db.pending.count(),
      db.pending
        .where('[p+kit]')
        .between([devicePrincipal(), Dexie.minKey], [devicePrincipal(), Dexie.maxKey])
        .count(),
      db.calls.where('kind').equals('contact').toArray(),
    ])
    const waiting = pending + messages.filter((call) => call.problem === undefined).length
    return {
      p,
      countedTo,
      waiting,
      locked: all - pending - (p === devicePrincipal() ? 0 : ofDevice),
      problems,
      lastOk: Number(lastOk?.value ?? 0),
      drafts,
      // Also what accounts left here that are signed out now.
      isUnused: waiting + rows.length + all === 0,
    }
  })
}

function statusOf(is: {
  waiting: number
  problems: number
  drafts: number
  isOffline: boolean
  isSlow: boolean
  isReading: boolean
  isAlone: boolean
}): SyncStatus {
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
