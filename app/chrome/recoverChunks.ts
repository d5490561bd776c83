import { settled } from '../store/pump.ts'

const KEY = 'reloadedForChunk'
/** A chunk that is missing again this soon after a reload is really missing. */
const GUARD_MS = 60_000

/**
 * Code that was to be fetched later may be gone, because a newer version took its place: one reload
 * brings a page and code that fit together. The second time the error is shown instead.
 */
export function recoverChunks(): void {
  addEventListener('vite:preloadError', () => {
    if (Date.now() - lastReload() < GUARD_MS) return
    sessionStorage.setItem(KEY, String(Date.now()))
    void settled().then(() => location.reload())
  })
}

function lastReload(): number {
  return Number(sessionStorage.getItem(KEY) ?? 0)
}
