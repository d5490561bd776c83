import { db } from '../device/db.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/**
 * Overwritten values are offered back for 30 days, on the server as here: whoever wanted one has
 * looked by then. What was refused stays until somebody decides.
 */
export async function dropOldOverwritten(now = Date.now()): Promise<void> {
  const old = db.problems.filter(({ code, at }) => code === 'overwritten' && at < now - KEPT_MS)
  // At every start: where there are none, nothing is locked for writing.
  const ids = await old.primaryKeys()
  if (ids.length > 0) await db.problems.bulkDelete(ids)
}
