/** Lines queued for autofill. The code that fills them in loads with the first one. */
import { db } from '../device/db.ts'
import { FILL_PREFIX } from './fillState.ts'

/** The only import of autofill.ts: code that merely shows fills must not pull it in. */
export const loadFills = () => import('./autofill.ts')
export type Fills = Awaited<ReturnType<typeof loadFills>>

export async function hasWaitingRows(): Promise<boolean> {
  return (await db.meta.where('key').startsWith(FILL_PREFIX).count()) > 0
}

/** Asks the shops about queued links, if there are any. */
export async function fillWaitingRows(): Promise<void> {
  if (await hasWaitingRows()) await (await loadFills()).fillWaiting()
}

/** autofill.ts did not load, as without worker and signal: the link is queued anyway. */
export async function keepForLater(id: string, link: string): Promise<void> {
  const untried = { tries: 0, next: 0, reason: '', isGivenUp: false, isGuess: true }
  await db.meta.put({ key: FILL_PREFIX + id, value: { link, at: Date.now(), ...untried } })
}
