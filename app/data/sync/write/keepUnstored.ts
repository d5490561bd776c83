/**
 * The last keystrokes before a page ends. IndexedDB writes take longer than the page has, and are
 * dropped with it; only localStorage writes at once. So each keystroke stays there until the disk
 * has it: a busy page, or one killed for memory, gets no event. The next page takes it over.
 */
import { keepStored } from '../../device/readStored.ts'
import { newId } from '#shared/ids.ts'
import { latestAtStart, shownPrincipal } from '../../device/device.ts'
import { type Unstored, UNSTORED_PREFIX, type Waiting } from './unstored.ts'

/** Key of this page, unique across visits. */
export const PAGE = UNSTORED_PREFIX + newId()

/**
 * Mirrors unstored edits into localStorage. Call once, after `openDevice`.
 * @returns callback for each edit, and for when `waiting` becomes empty
 */
export function keepUnstored(waiting: Waiting): () => void {
  let isKept = false
  let isTaken = false

  function keep(): void {
    if (isTaken) return
    const left = leftOf(waiting)
    const isLeft = left.changes.length + left.drafts.length > 0
    // Where that fails, only the disk is left.
    if (keepStored(localStorage, PAGE, isLeft ? left : null)) isKept = isLeft
  }

  // The page was frozen, and another page has stored its edits and moved on.
  const goOn = () => {
    if (!isKept || localStorage.getItem(PAGE) !== null) return
    // Kept again, the edits would look new.
    isTaken = true
    location.reload()
  }
  // From the back-forward cache, or from the background, where phones freeze pages.
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
    p: shownPrincipal(),
    changes: [...batch, ...changes.values()],
    drafts: [...texts, ...drafts.values()],
    buildIds: [...buildIds],
    forks: [...forks],
  }
}
