/** Rows the server put off so often that they are held: shown, and sent once a day until they pass. */
import type { PendingRow, ProblemRow } from '../../device/db.ts'

import { heldId } from './applyResult.ts'
import { db } from '../../device/db.ts'
import { noteEdit } from '../../device/syncState.ts'

/** The problem of a row that is held; its values are in the outbox. */
export const HELD = 'held'

/** Whether a row waits for a limit of the server: `why` is of the wait, and goes with it. */
export const isLimited = ({ why, next }: PendingRow): boolean => why !== undefined && next > 0

/** Puts what waits for a limit into the next batch: this may be another network by now. */
export async function retryLimited(): Promise<void> {
  await db.pending.filter(isLimited).modify({ next: 0 })
}

/** Sends the row of a held problem with the next batch. */
export async function sendAgain({ p, kind, row }: ProblemRow): Promise<void> {
  await db.transaction('rw', db.pending, db.problems, async () => {
    await db.pending.update([p, kind, row], { tries: 0, next: 0 })
    await db.problems.delete(heldId({ kind, id: row }))
  })
  noteEdit()
}

/** Takes what is held out of the outbox for good: what the server has of the row stays. */
export async function dropHeld({ p, kind, row }: ProblemRow): Promise<void> {
  await db.transaction('rw', db.pending, db.problems, async () => {
    await db.pending.delete([p, kind, row])
    await db.problems.delete(heldId({ kind, id: row }))
  })
}

/** A new version of the app may send what the one before could not. @param code names the version */
export async function releaseAfterUpdate(code: string): Promise<void> {
  if ((await db.meta.get('code'))?.value === code) return
  const held = await db.problems.filter((problem) => problem.code === HELD).toArray()
  for (const problem of held) await sendAgain(problem)
  await db.meta.put({ key: 'code', value: code })
}
