/**
 * A connection to IndexedDB may be lost while the page lives: Safari drops it in the background, and
 * all that is asked of it afterwards fails. A new one is opened, and what failed is done once more.
 */
import type Dexie from 'dexie'

import { db } from './db.ts'

const LOST = /^(?:Unknown|InvalidState|DatabaseClosed|OpenFailed|Abort)(?:Error)?$/

/** Does what reads or writes in one transaction, and again where the connection was lost. */
export async function connected<Value>(
  work: () => PromiseLike<Value> | Value,
  database: Dexie = db,
): Promise<Awaited<Value>> {
  const connection = database.backendDB()
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && LOST.test(error.name))) throw error
    // Others may have noticed before, and use a new one already.
    if (database.backendDB() === connection) database.close({ disableAutoOpen: false })
    return await work()
  }
}
