// Transactions whose loss in a crash nobody would notice.
import type { Knex } from 'knex'

/**
 * The same as `db.transaction`, but its end waits for no disk. After a crash the last moments of it
 * may be missing, never the middle: what is stored later waits for what is stored before. For work
 * that is done again, or done without, in that case; never for what somebody was told is kept.
 */
export function forgetful<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    // For this transaction alone: behind a pooler the connection is somebody else's next.
    await trx.raw('set local synchronous_commit = off')
    return work(trx)
  })
}
