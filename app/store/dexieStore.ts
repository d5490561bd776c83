/** The store on IndexedDB. */
import Dexie from 'dexie'

import type { Json } from '#shared/cells.ts'
import type { Kind } from '#shared/schema.ts'
import type { Draft, PendingRow, ProblemRow, StoredRow, WrenchlistDatabase } from './db.ts'
import type { Store, StoreTx } from './store.ts'

type Key = [string, Kind, string]

class DexieTx implements StoreTx {
  readonly #db: WrenchlistDatabase
  constructor(db: WrenchlistDatabase) {
    this.#db = db
  }
  async getMeta(key: string): Promise<Json | undefined> {
    return (await this.#db.meta.get(key))?.value
  }
  async putMeta(key: string, value: Json): Promise<void> {
    await this.#db.meta.put({ key, value })
  }
  async getRow(p: string, kind: Kind, id: string): Promise<StoredRow | undefined> {
    return this.#db.rows.get([p, kind, id])
  }
  async putRows(rows: StoredRow[]): Promise<void> {
    await this.#db.rows.bulkPut(rows)
  }
  async deleteRows(keys: Key[]): Promise<void> {
    await this.#db.rows.bulkDelete(keys)
  }
  async rowsOfKit(p: string, kit: string): Promise<StoredRow[]> {
    return this.#db.rows.where('[p+kit]').equals([p, kit]).toArray()
  }
  async allRows(p: string): Promise<StoredRow[]> {
    return this.#db.rows.where('[p+kit]').between([p, Dexie.minKey], [p, Dexie.maxKey]).toArray()
  }
  async getPending(p: string, kind: Kind, id: string): Promise<PendingRow | undefined> {
    return this.#db.pending.get([p, kind, id])
  }
  async putPending(rows: PendingRow[]): Promise<void> {
    await this.#db.pending.bulkPut(rows)
  }
  async deletePending(keys: Key[]): Promise<void> {
    await this.#db.pending.bulkDelete(keys)
  }
  async pendingOfKit(p: string, kit: string): Promise<PendingRow[]> {
    return this.#db.pending.where('[p+kit]').equals([p, kit]).toArray()
  }
  async allPending(p: string): Promise<PendingRow[]> {
    return this.#db.pending.where('[p+kit]').between([p, Dexie.minKey], [p, Dexie.maxKey]).toArray()
  }
  async copyDrafts(p: string, ids: Record<string, string>): Promise<void> {
    const drafts = await this.#draftsOf(p)
    const copies = drafts.flatMap((draft) => {
      const id = ids[draft.id]
      return id ? [{ ...draft, id }] : []
    })
    await this.#db.drafts.bulkPut(copies)
  }
  async putProblem(problem: ProblemRow): Promise<void> {
    await this.#db.problems.put(problem)
  }
  async moveKit(kit: string, from: string, to: string): Promise<void> {
    const rows = await this.rowsOfKit(from, kit)
    const pending = await this.pendingOfKit(from, kit)
    await this.deleteRows(rows.map((row) => [from, row.kind, row.id]))
    await this.deletePending(pending.map((row) => [from, row.kind, row.id]))
    await this.putRows(rows.map((row) => ({ ...row, p: to })))
    await this.putPending(pending.map((row) => ({ ...row, p: to, tries: 0, next: 0 })))
    await this.#db.problems
      .where('[p+at]')
      .between([from, Dexie.minKey], [from, Dexie.maxKey])
      .filter((problem) => problem.kit === kit)
      .modify({ p: to })
    const ids = new Set([...rows, ...pending].map((row) => row.id))
    const drafts = (await this.#draftsOf(from)).filter((draft) => ids.has(draft.id))
    await this.#db.drafts.bulkDelete(drafts.map((draft) => [from, draft.id, draft.cell]))
    await this.#db.drafts.bulkPut(drafts.map((draft) => ({ ...draft, p: to })))
  }
  #draftsOf(p: string): Promise<Draft[]> {
    return this.#db.drafts
      .where('[p+id+cell]')
      .between([p, Dexie.minKey], [p, Dexie.maxKey])
      .toArray()
  }
}

/** A `Store` over a database of this device. */
export function dexieStore(db: WrenchlistDatabase): Store {
  const tx = new DexieTx(db)
  return {
    // An async function itself: only for one does Dexie follow native awaits, and without that the
    // transaction commits at the first of them.
    transact: (work) =>
      db.transaction('rw', [db.meta, db.rows, db.pending, db.problems, db.drafts], async () =>
        work(tx),
      ),
  }
}
