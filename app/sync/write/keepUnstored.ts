/**
 * The last keys before a page is left. Storing takes longer than leaving, and what was begun is given
 * up with the page; localStorage alone is written before it goes. The next page takes it from there.
 */
import type { Unstored, Waiting } from './unstored.ts'

import { newId } from '#shared/ids.ts'
import { latestAtStart, principal } from '../../device/device.ts'
import { UNSTORED_PREFIX } from './unstored.ts'

const KEY = UNSTORED_PREFIX + newId()

/**
 * Begins to keep what is not stored when the page is left. Call once, after `openDevice`.
 * @param settled resolves when all of it is stored
 */
export function keepUnstored(waiting: Waiting, settled: () => Promise<void>): void {
  let isKept = false

  function keep(): void {
    const left = leftOf(waiting)
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

  addEventListener('pagehide', keep)
  // On a phone the last word that is certain to come.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep()
  })
  // Back from the browser's own cache, when another page has stored it and gone on from there.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isKept && localStorage.getItem(KEY) === null) location.reload()
  })
}

function leftOf({ storing, changes, drafts, buildIds, forks, toCome, latest }: Waiting): Unstored {
  const [batch = [], texts = []] = storing
  return {
    at: Date.now(),
    latest: latest || latestAtStart(),
    p: principal(),
    changes: [...batch, ...changes.values()],
    drafts: [...texts, ...drafts.values()],
    buildIds: [...buildIds],
    forks: [...forks],
    toCome: [...toCome],
  }
}
