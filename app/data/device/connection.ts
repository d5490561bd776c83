/**
 * IndexedDB connections can die while the page lives: Safari drops them in the background, and
 * every later request fails. A new one is opened and the failed work is retried.
 */
import type Dexie from 'dexie'

import { db } from './db.ts'

const LOST = /^(?:Unknown|InvalidState|DatabaseClosed|OpenFailed|Abort)(?:Error)?$/

/** Runs one transaction, and retries it once on a lost connection. */
export async function connected<Value>(
  work: () => PromiseLike<Value> | Value,
  database: Dexie = db,
): Promise<Awaited<Value>> {
  const connection = database.backendDB()
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && LOST.test(error.name))) throw error
    // Another caller may have reopened it already.
    if (database.backendDB() === connection) database.close({ disableAutoOpen: false })
    return await work()
  }
}
