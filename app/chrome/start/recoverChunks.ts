import { delay } from '../../data/device/delay.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { isInField } from './isBusy.ts'
import { tellFailureAfter } from '../../ui/browser/loadable.tsx'

const KEY = 'reloadedForChunk'
/** Set by such a reload, until it is announced. */
export const UNTOLD_KEY = 'reloadUntold'
/** A chunk missing again this soon after a reload is really missing. */
const GUARD_MS = 60_000
/** A page being left may live on for so long. */
const LEAVING_MS = 10_000
/** A reload that takes longer was blocked. */
const RELOADING_MS = 10_000

/**
 * Recovers from missing chunks after a new deployment: one reload brings a matching page and code.
 * It also clears failed fetches that engines remember (Firefox, WebKit). On a second failure, or
 * while somebody types, the error shows instead.
 */
export function recoverChunks(): void {
  addEventListener('beforeunload', () => (leftAt = Date.now()))
  addEventListener('vite:preloadError', () => tellFailureAfter(reloadOnce()))
}

let leftAt = 0
/** Leaving cancels fetches, and a reload would replace the navigation. */
const isLeft = (): boolean => Date.now() - leftAt < LEAVING_MS

async function reloadOnce(): Promise<void> {
  if (isLeft() || isInField() || Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < GUARD_MS)
    return
  // Offline a reload would end on the browser's error page.
  if (!navigator.serviceWorker?.controller && !(await isServerThere())) return
  await settled()
  if (isLeft() || isInField()) return
  sessionStorage.setItem(KEY, String(Date.now()))
  sessionStorage.setItem(UNTOLD_KEY, '')
  location.reload()
  // The previous screen stays meanwhile.
  await delay(RELOADING_MS)
}

async function isServerThere(): Promise<boolean> {
  try {
    // Not this page: its address may answer 404.
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
