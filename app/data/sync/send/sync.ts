/** When this page pushes and pulls. Loaded after the first screen shows. */
import Dexie from 'dexie'

import { db } from '../../device/db.ts'
import { env, setSignedIn, signedIn } from '../../device/device.ts'
import { flush, hasPending, type FlushResult } from './flush.ts'
import { httpNet } from '../../api/net.ts'
import { Pace } from './pace.ts'
import { delay } from '../../device/delay.ts'
import { settled } from '../write/writeQueue.ts'
import { report } from '../../device/reportError.ts'
import { sessionOf } from '../../device/session.ts'
import { lockName, SYNC_TAG } from './syncNames.ts'
import { onEdit, useSync } from '../../device/syncState.ts'

const DEBOUNCE_MS = 1_000
const IDLE_PULL_MS = 60_000
const LIVE_AFTER_MS = 2_000
/** A tab holding the lock for longer was frozen by the browser. */
const LOCK_WAIT_MS = 20_000
/** Somebody waits at a screen for this: longer than that is worse than a duplicate sync. */
const ASKED_WAIT_MS = 3_000
/** Retry interval for a server that requires a newer app. */
const OUTDATED_MS = 5 * 60_000
/** Request limit while the page closes; browsers allow 64 kB. */
const CLOSING_BYTES = 60 * 1024

/** `full`: the server answered, and this device had no room for it. */
type SyncResult = FlushResult | { kind: 'full' }

let timer: ReturnType<typeof setTimeout> | undefined
let dueAt = Number.POSITIVE_INFINITY
const pace = new Pace()
let running: Promise<SyncResult> | null = null
let isAskedAgain = false
/** Whether the last run found another tab syncing, and since when. */
let isBusyElsewhere = false
let busySince = 0
/** Whether the last answer did not fit on this device. */
let isFull = false

const chores: (() => Promise<void>)[] = []

/** Registers work to do after each server answer, such as sending queued calls. */
export function afterSync(chore: () => Promise<void>): void {
  chores.push(chore)
}

/** Edits stored here, and how many of them the last answer covered. */
let editCount = 0
let sentCount = -1

/** Starts the sync triggers. Call once, after `openDevice`. */
export function startSync(): void {
  addEventListener('online', () => {
    useSync.setState({ isOnline: true })
    startOver()
  })
  addEventListener('offline', () => useSync.setState({ isOnline: false }))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') startOver()
    else void sendOnLeaving()
  })
  addEventListener('pagehide', () => void sendOnLeaving())
  // Restored from the back-forward cache, where timers stood still.
  window.addEventListener('pageshow', ({ persisted }) => persisted && startOver())
  onEdit(handleEdit)
  // Another tab signed in or out: this page's rows are not that account's.
  window.addEventListener('storage', (event) => {
    if (event.key === 'authToken') void settled().then(() => location.reload())
  })
  // Doubles as a watchdog: whatever went wrong with timers, pending rows are retried.
  setInterval(() => {
    if (document.visibilityState === 'visible') syncSoon(0)
  }, IDLE_PULL_MS)
  syncSoon(0)
  void afterUpdate()
}

/** A new app version retries at once what an older one could not send. */
async function afterUpdate(): Promise<void> {
  if ((await db.problems.count()) === 0) return
  await (await import('../receive/parked.ts')).releaseAfterUpdate(import.meta.url)
}

/** Debounces: sends a second after the last edit, after 5 s at the latest. */
function handleEdit(): void {
  editCount++
  sendWhatIsTyped()
  // With signal the browser would wake the worker at once, for nothing.
  if (!navigator.onLine) void registerBackgroundSync()
}

function sendWhatIsTyped(): void {
  const at = pace.edited(Date.now())
  if (at !== null) schedule(at)
}

/** Syncs now, and resolves with a run started after this call, even if one is running already. */
export async function syncNow(): Promise<SyncResult> {
  pace.startOver()
  while (running) await running
  return run({ mustWait: true })
}

function startOver(): void {
  pace.startOver()
  syncSoon(0)
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
    // No request was made, so nothing is known.
    isBusyElsewhere = false
    isAskedAgain = false
    return result
  }
  useSync.setState({
    sendingSince: 0,
    isFailing: result.kind === 'failed',
    isSignedOut: result.kind === 'unauthorized',
    isOutdated: result.kind === 'outdated',
    // An answer proves we are online; the browser's flag is only a hint.
    ...(result.kind === 'done' ? { isOnline: true } : {}),
  })
  if (result.kind === 'failed') {
    void registerBackgroundSync()
    const isVisible = document.visibilityState === 'visible'
    // An offline browser reports the change itself, so no eager retry is needed.
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

/** One tab at a time; without Web Locks parallel syncs are merely wasteful. */
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
    // The holder of the lock does not let go.
    if (!isTaken) return send()
    throw error
  }
  // Another tab is syncing. It may have read the outbox before this tab's last edit.
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
    const audit = async (principal: string) =>
      (await import('../receive/digest.ts')).digestOf(env, principal)
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

/** In the name where the browser says so, in the message where Dexie aggregates errors. */
function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Dexie.DexieError)) return false
  return /Quota/.test(`${error.name} ${error.message} ${String(error.inner)}`)
}

let isHearing = false

/** Starts once others could change something here, and the server has answered. */
async function hearLive(): Promise<void> {
  if (isHearing || (await db.rows.limit(1).primaryKeys()).length === 0) return
  isHearing = true
  // After the screen's own requests, and not for visitors who leave at once.
  await delay(LIVE_AFTER_MS)
  try {
    const { startLive } = await import('./live.ts')
    startLive(() => syncSoon(0))
  } catch {
    // The import failed: retried after the next answer.
    isHearing = false
  }
}

/** Shows an ended session on the screens; all work stays here. */
async function noteExpiry(): Promise<void> {
  const { account } = sessionOf((await db.meta.get('session'))?.value)
  const shown = signedIn()
  if (account?.isExpired && shown && !shown.isExpired) setSignedIn(account)
}

async function sendWaitingCalls(): Promise<void> {
  if ((await db.calls.count()) > 0) await (await import('../../api/sendCalls.ts')).sendCalls()
}

/**
 * The page may die at any moment: a keepalive request takes what fits. With nothing pending the
 * store is not read, or it could keep the page out of the back-forward cache.
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

/** Asks the browser to wake the service worker when there is signal, if supported. */
async function registerBackgroundSync(): Promise<void> {
  try {
    // Never `ready`: it does not settle without a worker.
    const registration = await navigator.serviceWorker?.getRegistration()
    const manager = (registration as { sync?: SyncManager } | undefined)?.sync
    await manager?.register(SYNC_TAG)
  } catch {
    // Not allowed, for instance in a private window: the page's own triggers remain.
  }
}
