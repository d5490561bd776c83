/** Rows that wait to be filled in from their links. */
import { db } from '../device/db.ts'

/** Under which keys of `meta` the links wait. */
export const FILL_PREFIX = 'fill:'

/** Asks the shops for what waits, if anything does. */
export async function fillWaitingRows(): Promise<void> {
  const count = await db.meta.where('key').startsWith(FILL_PREFIX).count()
  if (count > 0) await (await import('./fills.ts')).fillWaiting()
}
