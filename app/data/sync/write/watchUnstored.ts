/** Takes over edits other pages leave while this one is open; see keepUnstored.ts. */
import { hasUnstored, UNSTORED_PREFIX } from './unstored.ts'

/** Grace period: a page that lives on stores them itself. */
const TAKEN_AFTER_MS = 3_000

/** Call once. */
export function watchUnstored(): void {
  // A page closing while this one started may not have finished.
  if (hasUnstored()) setTimeout(() => void take(), TAKEN_AFTER_MS)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue === null || !key?.startsWith(UNSTORED_PREFIX)) return
    setTimeout(() => localStorage.getItem(key) === newValue && void take(), TAKEN_AFTER_MS)
  })
}

/** The first of several open pages takes them. If the import fails, the next start does. */
async function take(): Promise<void> {
  if (hasUnstored())
    await import('./takeUnstored.ts').then((it) => it.takeUnstored()).catch(() => null)
}
