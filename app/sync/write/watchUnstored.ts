/** Takes over what other pages leave behind while this one is open; see keepUnstored.ts. */
import { hasUnstored, UNSTORED_PREFIX } from './unstored.ts'

/** A page that goes on stores it itself meanwhile. */
const TAKEN_AFTER_MS = 3_000

/** Call once. */
export function watchUnstored(): void {
  // A page that was on its way out may have been at it while this one started, and not come to its end.
  if (hasUnstored()) setTimeout(() => void take(), TAKEN_AFTER_MS)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue === null || !key?.startsWith(UNSTORED_PREFIX)) return
    setTimeout(() => localStorage.getItem(key) === newValue && void take(), TAKEN_AFTER_MS)
  })
}

/** Of several open pages the first does it. Where its code does not come, the next start does. */
async function take(): Promise<void> {
  if (hasUnstored())
    await import('./takeUnstored.ts').then((it) => it.takeUnstored()).catch(() => null)
}
