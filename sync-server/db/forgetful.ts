// Transactions that a crash may lose.
import type { Knex } from 'knex'

/**
 * `db.transaction` whose commit does not wait for the disk. A crash may lose the last ones, never
 * one in the middle: later commits wait for earlier ones. Use it for work that is repeatable or
 * expendable, never for what somebody was told is saved.
 */
export function forgetful<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    // `local`: behind a pooler the connection goes to somebody else next.
    await trx.raw('set local synchronous_commit = off')
    return work(trx)
  })
}
