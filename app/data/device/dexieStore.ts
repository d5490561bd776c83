/** `Store` on IndexedDB. */
import type { Table } from 'dexie'

import Dexie from 'dexie'

import type { Keys, Part, Rows, Store, StoreTx, TableName } from './store.ts'

import { connected } from './connection.ts'
import type { WrenchlistDatabase } from './db.ts'
import { ofPrincipal } from './ranges.ts'
import { TABLES } from './store.ts'

/** Tables of one transaction, independent of Dexie's current one. */
type Tables = <T extends TableName>(table: T) => Table<Rows[T], Keys[T]>

class DexieTx implements StoreTx {
  readonly #table: Tables
  constructor(table: Tables) {
    this.#table = table
  }
  async get<T extends TableName>(table: T, key: Keys[T]): Promise<Rows[T] | undefined> {
    return this.#table(table).get(key)
  }
  async many<T extends TableName>(table: T, keys: readonly Keys[T][]) {
    return this.#table(table).bulkGet([...keys])
  }
  async put<T extends TableName>(table: T, rows: readonly Rows[T][]): Promise<void> {
    await this.#table(table).bulkPut(rows)
  }
  async delete<T extends TableName>(table: T, keys: readonly Keys[T][]): Promise<void> {
    await this.#table(table).bulkDelete([...keys])
  }
  async range<T extends Exclude<TableName, 'meta'>>(
    name: T,
    principal: string,
    { kit, after, limit = Infinity }: Part = {},
  ): Promise<Rows[T][]> {
    const table = this.#table(name)
    if (kit !== undefined) return table.where('[p+kit]').equals([principal, kit]).toArray()
    if (after === undefined) return ofPrincipal(table, principal).toArray()
    const from = after === '' ? [principal] : [principal, ...after.split(' ')]
    return table
      .where('[p+kind+id]')
      .between(from, [principal, Dexie.maxKey], after === '')
      .limit(limit)
      .toArray()
  }
}

export function dexieStore(db: WrenchlistDatabase): Store {
  return {
    // An async function itself: only for one does Dexie track native awaits, and only about a
    // hundred of them. Tables of `db` itself would then open transactions of their own, and an
    // answer of thousands of rows, mostly looked up in memory, would be stored in pieces.
    transact: (work) =>
      connected(
        () =>
          db.transaction('rw', TABLES, async (tx) => work(new DexieTx((name) => tx.table(name)))),
        db,
      ),
  }
}
