import { pause } from '../device/pause.ts'
import { settled } from '../sync/write/pump.ts'
import { isInField } from './isBusy.ts'
import { tellFailureAfter } from '../ui/browser/loadable.tsx'

const KEY = 'reloadedForChunk'
/** Stands from such a reload until it is told. */
export const UNTOLD_KEY = 'reloadUntold'
/** A chunk that is missing again this soon after a reload is really missing. */
const GUARD_MS = 60_000
/** So long after somebody went to another page this one may still be here. */
const LEAVING_MS = 10_000
/** A reload that takes longer was not let happen. */
const RELOADING_MS = 10_000

/**
 * Code that was to be fetched later may be gone, because a newer version took its place: one reload
 * brings a page and code that fit together. It also makes engines ask again that remember a file that
 * did not come (Firefox, WebKit). The second time, or while somebody types, the error is shown instead.
 */
export function recoverChunks(): void {
  addEventListener('beforeunload', () => (leftAt = Date.now()))
  addEventListener('vite:preloadError', () => tellFailureAfter(reloadOnce()))
}

let leftAt = 0
/** What was being fetched is cancelled then, and a reload would take the place of where they went. */
const isLeft = (): boolean => Date.now() - leftAt < LEAVING_MS

async function reloadOnce(): Promise<void> {
  if (isLeft() || isInField() || Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < GUARD_MS)
    return
  // Without signal a reload would end on the browser's own error page.
  if (!navigator.serviceWorker?.controller && !(await isServerThere())) return
  await settled()
  if (isLeft() || isInField()) return
  sessionStorage.setItem(KEY, String(Date.now()))
  sessionStorage.setItem(UNTOLD_KEY, '')
  location.reload()
  // The screen before stays meanwhile.
  await pause(RELOADING_MS)
}

async function isServerThere(): Promise<boolean> {
  try {
    // Not this page: of a link that leads nowhere it says 404.
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
