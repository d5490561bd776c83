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
  let isTaken = false

  function keep(): void {
    if (isTaken) return
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
  // It stood still, and another page has stored what it left and gone on from there.
  const goOn = () => {
    if (!isKept || localStorage.getItem(KEY) !== null) return
    // Kept once more it would seem to be typed now.
    isTaken = true
    location.reload()
  }
  // Back from the browser's own cache, or from the background, where a phone lets no page go on.
  window.addEventListener('pageshow', ({ persisted }) => persisted && goOn())
  document.addEventListener('resume', goOn)
}

function leftOf({ storing, changes, drafts, buildIds, forks, latest }: Waiting): Unstored {
  const [batch = [], texts = []] = storing
  return {
    at: Date.now(),
    latest: latest || latestAtStart(),
    p: principal(),
    changes: [...batch, ...changes.values()],
    drafts: [...texts, ...drafts.values()],
    buildIds: [...buildIds],
    forks: [...forks],
  }
}
