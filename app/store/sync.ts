/** When this page sends and pulls. Loaded after the first screen stands. */
import type { FlushResult } from './flush.ts'

import { db } from './db.ts'
import { env, setSignedIn, signedIn } from './device.ts'
import { settled } from './pump.ts'
import { sessionOf } from './session.ts'
import { lockName, SYNC_TAG } from './syncNames.ts'
import { onEdit, useSync } from './syncState.ts'

const DEBOUNCE_MS = 1_000
const DEBOUNCE_LIMIT_MS = 5_000
const FIRST_BACKOFF_MS = 1_000
const VISIBLE_BACKOFF_MS = 15_000
const HIDDEN_BACKOFF_MS = 5 * 60_000
const IDLE_PULL_MS = 60_000
const LIVE_AFTER_MS = 2_000
/** What may still be sent while the page closes; browsers allow 64 kB. */
const CLOSING_BYTES = 60 * 1024

let timer: ReturnType<typeof setTimeout> | undefined
let dueAt = Number.POSITIVE_INFINITY
let firstUnsentEdit = 0
let failures = 0
let running: Promise<FlushResult> | null = null
let isAskedAgain = false
/** Whether the last run found another tab at it. */
let isBusyElsewhere = false

/** Begins listening for reasons to sync. Call once, after `openDevice`. */
export function startSync(): void {
  addEventListener('online', () => {
    useSync.setState({ isOnline: true })
    failures = 0
    syncSoon(0)
  })
  addEventListener('offline', () => useSync.setState({ isOnline: false }))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      failures = 0
      syncSoon(0)
    } else void sendOnLeaving()
  })
  addEventListener('pagehide', () => void sendOnLeaving())
  onEdit(handleEdit)
  // Somebody signed in or out in another tab: what this one shows is not theirs.
  window.addEventListener('storage', (event) => {
    if (event.key === 'authToken') void settled().then(() => location.reload())
  })
  void adoptForeignToken()
  // Also the watchdog: whatever went wrong with timers, work that waits is tried again.
  setInterval(() => {
    if (document.visibilityState === 'visible') syncSoon(0)
  }, IDLE_PULL_MS)
  syncSoon(0)
}

/** A token that this app did not put there, for instance by a program that tests it. */
async function adoptForeignToken(): Promise<void> {
  const token = localStorage.getItem('authToken')
  if (!token || signedIn()) return
  await (await import('./signIn.ts')).adoptToken(token)
}

/** Something was stored: send it a second after the last change, and after 5 s at the latest. */
function handleEdit(): void {
  const now = Date.now()
  firstUnsentEdit ||= now
  const latest = firstUnsentEdit + DEBOUNCE_LIMIT_MS
  const at = Math.min(now + DEBOUNCE_MS, Math.max(latest, now))
  // While tries fail, typing does not speed them up: the backoff stands.
  if (failures === 0) schedule(at)
  // With signal the browser would wake the worker at once, only to find nothing left to send.
  if (!navigator.onLine) void registerBackgroundSync()
}

/**
 * Syncs now, also when another tab or an earlier sync is still at it: resolves with how one went
 * that began after this call.
 */
export async function syncNow(): Promise<FlushResult> {
  failures = 0
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

async function run(options = { mustWait: false }): Promise<FlushResult> {
  clearTimeout(timer)
  dueAt = Number.POSITIVE_INFINITY
  if (running) {
    isAskedAgain = true
    return running
  }
  firstUnsentEdit = 0
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
    // An answer is the proof; what the browser says is only a hint.
    ...(result.kind === 'done' ? { isOnline: true } : {}),
  })
  if (result.kind === 'failed') {
    void registerBackgroundSync()
    schedule(Date.now() + nextBackoff(result.retryAfterMs))
  } else if (result.kind === 'done') {
    failures = 0
    void hearLive()
    if (isAskedAgain) syncSoon(0)
  }
  isAskedAgain = false
  return result
}

/** One tab at a time; where there are no locks, several at once are only wasteful. */
async function underLock(mustWait: boolean): Promise<FlushResult> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return send()
  const result = await locks.request(await lockName(), { ifAvailable: !mustWait }, async (lock) =>
    lock ? send() : null,
  )
  // Another tab is at it. It may have read the outbox before this tab's last edit.
  if (result === null) {
    isBusyElsewhere = true
    schedule(Date.now() + DEBOUNCE_MS)
  }
  return result ?? { kind: 'done' }
}

async function send(): Promise<FlushResult> {
  useSync.setState({ sendingSince: Date.now() })
  try {
    const [{ flush }, { httpNet }] = await Promise.all([import('./flush.ts'), import('./net.ts')])
    const result = await flush(env, httpNet())
    await noteExpiry()
    if (result.kind !== 'failed') void sendWaitingCalls()
    return result
  } catch (error) {
    // oxlint-disable-next-line no-console -- a fault of ours, which must not stop later tries
    console.warn('Wrenchlist could not sync, trying again.', error)
    return { kind: 'failed' }
  }
}

let isHearing = false

/** Once there is anything that somebody else could change, and the server has answered. */
async function hearLive(): Promise<void> {
  if (isHearing || (await db.rows.count()) === 0) return
  isHearing = true
  // What the screen needs comes first; whoever leaves at once was not kept.
  await new Promise((resolve) => setTimeout(resolve, LIVE_AFTER_MS))
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
  if ((await db.calls.count()) > 0) await (await import('./sendCalls.ts')).sendCalls()
}

function nextBackoff(retryAfterMs = 0): number {
  failures++
  const cap = document.visibilityState === 'visible' ? VISIBLE_BACKOFF_MS : HIDDEN_BACKOFF_MS
  const span = Math.min(cap, FIRST_BACKOFF_MS * 2 ** failures)
  return Math.max(retryAfterMs, Math.random() * span)
}

/** The page may be gone in a moment: what fits goes out with a request that outlives it. */
async function sendOnLeaving(): Promise<void> {
  const [{ flush, hasPending }, { httpNet }] = await Promise.all([
    import('./flush.ts'),
    import('./net.ts'),
  ])
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
