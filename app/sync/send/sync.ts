/** When this page sends and pulls. Loaded after the first screen stands. */
import Dexie from 'dexie'

import { db } from '../../device/db.ts'
import { env, setSignedIn, signedIn } from '../../device/device.ts'
import { flush, hasPending, type FlushResult } from './flush.ts'
import { httpNet } from '../../api/net.ts'
import { Pace } from './pace.ts'
import { pause } from '../../device/pause.ts'
import { settled } from '../write/pump.ts'
import { report } from '../../device/reportError.ts'
import { sessionOf } from '../../device/session.ts'
import { lockName, SYNC_TAG } from './syncNames.ts'
import { onEdit, useSync } from '../../device/syncState.ts'

const DEBOUNCE_MS = 1_000
const IDLE_PULL_MS = 60_000
const LIVE_AFTER_MS = 2_000
/** A tab that is at it for so long was frozen by the browser, with the lock in its hand. */
const LOCK_WAIT_MS = 20_000
/** Somebody looks at a screen that waits for this: longer than that is worse than asking twice. */
const ASKED_WAIT_MS = 3_000
/** How often a server is asked again that wants a newer app. */
const OUTDATED_MS = 5 * 60_000
/** What may still be sent while the page closes; browsers allow 64 kB. */
const CLOSING_BYTES = 60 * 1024

/** `full`: the server answered, and this device has no room for it. */
type SyncResult = FlushResult | { kind: 'full' }

let timer: ReturnType<typeof setTimeout> | undefined
let dueAt = Number.POSITIVE_INFINITY
const pace = new Pace()
let running: Promise<SyncResult> | null = null
let isAskedAgain = false
/** Whether the last run found another tab at it, and since when runs do. */
let isBusyElsewhere = false
let busySince = 0
/** Whether the last answer found no room on this device. */
let isFull = false

const chores: (() => Promise<void>)[] = []

/** Has something done after each answer of the server, such as sending what waits beside rows. */
export function afterSync(chore: () => Promise<void>): void {
  chores.push(chore)
}

/** How often something was stored here, and how much of that the last answer found sent. */
let editCount = 0
let sentCount = -1

/** Begins listening for reasons to sync. Call once, after `openDevice`. */
export function startSync(): void {
  addEventListener('online', () => {
    useSync.setState({ isOnline: true })
    pace.startOver()
    syncSoon(0)
  })
  addEventListener('offline', () => useSync.setState({ isOnline: false }))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      pace.startOver()
      syncSoon(0)
    } else void sendOnLeaving()
  })
  addEventListener('pagehide', () => void sendOnLeaving())
  // Back from the browser's own cache: timers stood still.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    pace.startOver()
    syncSoon(0)
  })
  onEdit(handleEdit)
  // Somebody signed in or out in another tab: what this one shows is not theirs.
  window.addEventListener('storage', (event) => {
    if (event.key === 'authToken') void settled().then(() => location.reload())
  })
  // Also the watchdog: whatever went wrong with timers, work that waits is tried again.
  setInterval(() => {
    if (document.visibilityState === 'visible') syncSoon(0)
  }, IDLE_PULL_MS)
  syncSoon(0)
  void afterUpdate()
}

/** What an older version of the app could not bring to pass is tried at once by a newer one. */
async function afterUpdate(): Promise<void> {
  if ((await db.problems.count()) === 0) return
  await (await import('../receive/held.ts')).releaseAfterUpdate(import.meta.url)
}

/** Something was stored: send it a second after the last change, and after 5 s at the latest. */
function handleEdit(): void {
  editCount++
  sendWhatIsTyped()
  // With signal the browser would wake the worker at once, only to find nothing left to send.
  if (!navigator.onLine) void registerBackgroundSync()
}

function sendWhatIsTyped(): void {
  const at = pace.edited(Date.now())
  if (at !== null) schedule(at)
}

/**
 * Syncs now, also when another tab or an earlier sync is still at it: resolves with how one went
 * that began after this call.
 */
export async function syncNow(): Promise<SyncResult> {
  pace.startOver()
  while (running) await running
  return run({ mustWait: true })
}

function syncSoon(delayMs: number): void {
  const at = Date.now() + delayMs
  if (at < dueAt || dueAt < Date.now()) schedule(at)
}

function schedule(at: number): void {
  clearTimeout(timer)
  dueAt = at
  timer = setTimeout(() => void run(), Math.max(0, at - Date.now()))
}

async function run(options = { mustWait: false }): Promise<SyncResult> {
  clearTimeout(timer)
  dueAt = Number.POSITIVE_INFINITY
  if (running) {
    isAskedAgain = true
    return running
  }
  pace.begin()
  const startedAt = Date.now()
  const edits = editCount
  running = underLock(options.mustWait)
  const result = await running.finally(() => (running = null))
  if (isBusyElsewhere) {
    // Nothing was asked, so nothing is known.
    isBusyElsewhere = false
    isAskedAgain = false
    return result
  }
  useSync.setState({
    sendingSince: 0,
    isFailing: result.kind === 'failed',
    isSignedOut: result.kind === 'unauthorized',
    isOutdated: result.kind === 'outdated',
    // An answer is the proof; what the browser says is only a hint.
    ...(result.kind === 'done' ? { isOnline: true } : {}),
  })
  if (result.kind === 'failed') {
    void registerBackgroundSync()
    const isVisible = document.visibilityState === 'visible'
    // A browser that knows of no network says at once when there is one.
    const isWaiting = navigator.onLine && sentCount !== editCount
    const { isSilent = false, retryAfterMs } = result
    const tookMs = Date.now() - startedAt
    const failure = { isVisible, isWaiting, isSilent, tookMs, retryAfterMs }
    schedule(Date.now() + pace.failed(failure, Math.random()))
  } else if (result.kind === 'full') {
    isFull = true
    useSync.setState({ isStorageFailing: true })
    schedule(Date.now() + IDLE_PULL_MS)
  } else if (result.kind === 'outdated') {
    schedule(Date.now() + OUTDATED_MS)
  } else if (result.kind === 'done') {
    pace.startOver()
    sentCount = edits
    if (isFull) useSync.setState({ isStorageFailing: false })
    isFull = false
    void hearLive()
    if (isAskedAgain) syncSoon(0)
    else if (result.isLeft || editCount !== edits) sendWhatIsTyped()
  }
  isAskedAgain = false
  return result
}

/** One tab at a time; where there are no locks, several at once are only wasteful. */
async function underLock(mustWait: boolean): Promise<SyncResult> {
  const locks: LockManager | undefined = navigator.locks
  const isStuck = busySince !== 0 && Date.now() - busySince > LOCK_WAIT_MS
  if (!locks || (isStuck && !mustWait)) return send()
  const options = mustWait ? { signal: AbortSignal.timeout(ASKED_WAIT_MS) } : { ifAvailable: true }
  let isTaken = false
  try {
    const result = await locks.request(await lockName(), options, async (lock) => {
      isTaken = lock !== null
      return lock ? send() : null
    })
    if (result !== null) {
      busySince = 0
      return result
    }
  } catch (error) {
    // Whoever holds it does not let go.
    if (!isTaken) return send()
    throw error
  }
  // Another tab is at it. It may have read the outbox before this tab's last edit.
  busySince ||= Date.now()
  isBusyElsewhere = true
  schedule(Date.now() + DEBOUNCE_MS)
  return { kind: 'done' }
}

async function send(): Promise<SyncResult> {
  useSync.setState({ sendingSince: Date.now() })
  try {
    const hear = (word: string | null) => useSync.setState({ word })
    const onRows = (rowsRead: number) => useSync.setState({ rowsRead })
    const audit = async (p: string) => (await import('../receive/audit.ts')).auditOf(env, p)
    const result = await flush(env, httpNet({ hear }), { onRows, audit }).finally(() => onRows(0))
    await noteExpiry()
    if (result.kind !== 'failed')
      void Promise.all([sendWaitingCalls(), ...chores.map((chore) => chore())])
    return result
  } catch (error) {
    // oxlint-disable-next-line no-console -- a fault of ours, which must not stop later tries
    console.warn('Wrenchlist could not sync, trying again.', error)
    report({ error, context: { during: 'sync' } })
    if (isNoRoom(error)) return { kind: 'full' }
    return { kind: 'failed' }
  }
}

/** By name where the browser says it, in the text where Dexie sums up several. */
function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Dexie.DexieError)) return false
  return /Quota/.test(`${error.name} ${error.message} ${String(error.inner)}`)
}

let isHearing = false

/** Once there is anything that somebody else could change, and the server has answered. */
async function hearLive(): Promise<void> {
  if (isHearing || (await db.rows.limit(1).primaryKeys()).length === 0) return
  isHearing = true
  // What the screen needs comes first; whoever leaves at once was not kept.
  await pause(LIVE_AFTER_MS)
  try {
    const { startLive } = await import('./live.ts')
    startLive(() => syncSoon(0))
  } catch {
    // Its code did not come: after the next answer it is asked for again.
    isHearing = false
  }
}

/** The server may have ended the session: the screens say so, and everything stays here. */
async function noteExpiry(): Promise<void> {
  const { account } = sessionOf((await db.meta.get('session'))?.value)
  const shown = signedIn()
  if (account?.isExpired && shown && !shown.isExpired) setSignedIn(account)
}

async function sendWaitingCalls(): Promise<void> {
  if ((await db.calls.count()) > 0) await (await import('../../api/sendCalls.ts')).sendCalls()
}

/**
 * The page may be gone in a moment: what fits goes out with a request that outlives it. Where
 * nothing waits the store is not asked: a browser that keeps the page would keep the question too.
 */
async function sendOnLeaving(): Promise<void> {
  if (sentCount === editCount) return
  if (!(await hasPending(env))) return
  void registerBackgroundSync()
  if (navigator.onLine) {
    await flush(env, httpNet({ keepalive: true }), { maxBytes: CLOSING_BYTES })
  }
}

interface SyncManager {
  register(tag: string): Promise<void>
}

/** Asks the browser to wake the service worker when there is signal, where it can. */
async function registerBackgroundSync(): Promise<void> {
  try {
    // Never `ready`: it does not settle when there is no worker.
    const registration = await navigator.serviceWorker?.getRegistration()
    const manager = (registration as { sync?: SyncManager } | undefined)?.sync
    await manager?.register(SYNC_TAG)
  } catch {
    // Not allowed here, for instance in a private window: the page's own triggers do the work.
  }
}
