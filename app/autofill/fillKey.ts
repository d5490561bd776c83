/** Rows that wait to be filled in from their links; what fills them in is fetched for the first. */
import { db } from '../device/db.ts'
import { FILL_PREFIX } from './fillState.ts'

/** What asks the shops. It is imported here alone: nothing that only shows it brings it along. */
export const loadFills = () => import('./fills.ts')
export type Fills = Awaited<ReturnType<typeof loadFills>>

/** Whether any row waits. */
export async function hasWaitingRows(): Promise<boolean> {
  return (await db.meta.where('key').startsWith(FILL_PREFIX).count()) > 0
}

/** Asks the shops for what waits, if anything does. */
export async function fillWaitingRows(): Promise<void> {
  if (await hasWaitingRows()) await (await loadFills()).fillWaiting()
}

/** What asks did not come, as without a worker and without signal: the link waits all the same. */
export async function keepForLater(id: string, link: string): Promise<void> {
  const untried = { tries: 0, next: 0, reason: '', isGivenUp: false, isGuess: true }
  await db.meta.put({ key: FILL_PREFIX + id, value: { link, at: Date.now(), ...untried } })
}
