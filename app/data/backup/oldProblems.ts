import { db } from '../device/db.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/** Overwritten values are offered for 30 days, as on the server; refused ones until settled. */
export async function dropOldOverwritten(now = Date.now()): Promise<void> {
  const old = db.problems.filter(({ code, at }) => code === 'overwritten' && at < now - KEPT_MS)
  // Runs at every start: the read-only query avoids a write lock when there is nothing to drop.
  const ids = await old.primaryKeys()
  if (ids.length > 0) await db.problems.bulkDelete(ids)
}
