/** Parked rows: deferred so often that they are shown, and retried once a day. */
import { parkedId } from './applyResult.ts'
import { db, type PendingRow, type ProblemRow } from '../../device/db.ts'
import { noteEdit } from '../../device/syncState.ts'

/** Problem code of a parked row; its values are in the outbox. */
export const PARKED = 'held'

/** Whether a row waits for a server limit: `why` lasts only as long as the wait. */
export const isLimited = ({ why, next }: PendingRow): boolean => why !== undefined && next > 0

/** Retries rows that wait for a limit: this may be another network by now. */
export async function retryLimited(): Promise<void> {
  await db.pending.filter(isLimited).modify({ next: 0 })
}

/** Sends a parked row with the next batch. */
export async function sendAgain({ p, kind, row }: ProblemRow): Promise<void> {
  await db.transaction('rw', db.pending, db.problems, async () => {
    await db.pending.update([p, kind, row], { tries: 0, next: 0 })
    await db.problems.delete(parkedId({ kind, id: row }))
  })
  noteEdit()
}

/** Discards a parked row's pending cells; the confirmed row stays. */
export async function dropParked({ p, kind, row }: ProblemRow): Promise<void> {
  await db.transaction('rw', db.pending, db.problems, async () => {
    await db.pending.delete([p, kind, row])
    await db.problems.delete(parkedId({ kind, id: row }))
  })
}

/** Releases parked rows after an app update that may send them. @param code names the version */
export async function releaseAfterUpdate(code: string): Promise<void> {
  if ((await db.meta.get('code'))?.value === code) return
  const held = await db.problems.filter((problem) => problem.code === PARKED).toArray()
  for (const problem of held) await sendAgain(problem)
  await db.meta.put({ key: 'code', value: code })
}
