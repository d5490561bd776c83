/**
 * The last keys before a page ends. Storing takes longer than that, and what was begun is given up with
 * the page; localStorage alone is written at once. So each key stands there until the disk has it: a page
 * that is busy as it is closed, or is ended for its memory, is told nothing. The next one takes it over.
 */
import type { Unstored, Waiting } from './unstored.ts'

import { newId } from '#shared/ids.ts'
import { latestAtStart, principal } from '../../device/device.ts'
import { UNSTORED_PREFIX } from './unstored.ts'

/** This page among all, also of other visits. */
export const PAGE = UNSTORED_PREFIX + newId()

/**
 * Begins to keep what is not stored. Call once, after `openDevice`.
 * @returns what to call with each key, and when `waiting` has become empty
 */
export function keepUnstored(waiting: Waiting): () => void {
  let isKept = false
  let isTaken = false

  function keep(): void {
    if (isTaken) return
    const left = leftOf(waiting)
    const isLeft = left.changes.length + left.drafts.length > 0
    try {
      if (isLeft) localStorage.setItem(PAGE, JSON.stringify(left))
      else localStorage.removeItem(PAGE)
      isKept = isLeft
    } catch {
      // Full or forbidden: then only the disk is left.
    }
  }

  // It stood still, and another page has stored what it left and gone on from there.
  const goOn = () => {
    if (!isKept || localStorage.getItem(PAGE) !== null) return
    // Kept once more it would seem to be typed now.
    isTaken = true
    location.reload()
  }
  // Back from the browser's own cache, or from the background, where a phone lets no page go on.
  window.addEventListener('pageshow', ({ persisted }) => persisted && goOn())
  document.addEventListener('resume', goOn)
  return keep
}

function leftOf(waiting: Waiting): Unstored {
  const { storing, changes, drafts, buildIds, forks, latest, upTo } = waiting
  const [batch = [], texts = []] = storing
  return {
    at: Date.now(),
    latest: latest || latestAtStart(),
    number: upTo.typed,
    p: principal(),
    changes: [...batch, ...changes.values()],
    drafts: [...texts, ...drafts.values()],
    buildIds: [...buildIds],
    forks: [...forks],
  }
}
