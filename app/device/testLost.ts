/** Connections that are lost, as Safari does it: what is asked of one fails, and nothing closes it. */
import { db } from './db.ts'

const lost = new WeakSet<IDBDatabase>()
const { prototype } = IDBDatabase
const transaction = Reflect.get(prototype, 'transaction')

// Dexie takes the method once, as it opens.
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
