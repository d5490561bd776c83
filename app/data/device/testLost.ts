/** Lost connections as in Safari: every request on one fails, and no close event fires. */
import { db } from './db.ts'

const lost = new WeakSet<IDBDatabase>()
const { prototype } = IDBDatabase
const transaction = Reflect.get(prototype, 'transaction')

// Dexie captures the method once, when it opens.
prototype.transaction = function (...args) {
  if (lost.has(this))
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
  return transaction.apply(this, args)
}

export function loseConnection(): IDBDatabase {
  const connection = db.backendDB()
  lost.add(connection)
  return connection
}
