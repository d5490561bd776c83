/**
 * The last keys before a page is left. Storing takes longer than leaving, and what was begun is given
 * up with the page; localStorage alone is written before it goes. The next page takes it from there.
 */
import type { Unstored } from './unstored.ts'

import { newId } from '#shared/ids.ts'
import { latestAtStart, principal } from '../../device/device.ts'
import { hasUnstored, UNSTORED_PREFIX } from './unstored.ts'
import { settled, unstored } from './pump.ts'

const KEY = UNSTORED_PREFIX + newId()
/** A page that is only hidden stores it itself meanwhile. */
const TAKEN_AFTER_MS = 3_000

/** Begins to keep what is not stored when the page is left. Call once, after `openDevice`. */
export function keepUnstored(): void {
  addEventListener('pagehide', keep)
  // On a phone the last word that is certain to come.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep()
  })
  // Back from the browser's own cache, when another page has stored it and gone on from there.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isKept && localStorage.getItem(KEY) === null) location.reload()
  })
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null && key?.startsWith(UNSTORED_PREFIX))
      setTimeout(() => void take(), TAKEN_AFTER_MS)
  })
}

let isKept = false

function keep(): void {
  const [batch = [], texts = []] = unstored.storing
  const left: Unstored = {
    at: Date.now(),
    latest: unstored.latest || latestAtStart(),
    p: principal(),
    changes: [...batch, ...unstored.changes.values()],
    drafts: [...texts, ...unstored.drafts.values()],
    buildIds: [...unstored.buildIds],
    forks: [...unstored.forks],
    toCome: [...unstored.toCome],
  }
  if (left.changes.length + left.drafts.length === 0) return
  try {
    localStorage.setItem(KEY, JSON.stringify(left))
  } catch {
    // Full or forbidden: then only the disk is left.
    return
  }
  isKept = true
  void settled().then(() => {
    isKept = false
    localStorage.removeItem(KEY)
  })
}

/** Of several open pages the first does it. Where its code does not come, the next start does. */
async function take(): Promise<void> {
  if (hasUnstored())
    await import('./takeUnstored.ts').then((it) => it.takeUnstored()).catch(() => null)
}
