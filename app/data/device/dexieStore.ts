/** `Store` on IndexedDB. */
import type { Table } from 'dexie'

import Dexie from 'dexie'

import type { Json } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Draft, PendingRow, ProblemRow, StoredRow, WrenchlistDatabase } from './db.ts'
import type { RowKey, Store, StoreTx } from './store.ts'

import { connected } from './connection.ts'

const keyOf = ({ p, kind, id }: StoredRow | PendingRow): RowKey => [p, kind, id]

/** Tables of one transaction, independent of Dexie's current one. */
type Tables = Pick<WrenchlistDatabase, 'meta' | 'rows' | 'pending' | 'problems' | 'drafts'>

class DexieTx implements StoreTx {
  readonly #db: Tables
  /** Prefetched rows by key; a write evicts its key. */
  readonly #ahead = new Map<string, unknown>()
  constructor(db: Tables) {
    this.#db = db
  }
  /** Prefetches in parallel: every keystroke waits for this transaction. */
  async expect(...reads: Parameters<StoreTx['expect']>): Promise<void> {
    await Promise.all(
      (['meta', 'rows', 'pending'] as const).map((name, at) => {
        const keys = reads[at] ?? []
        const table = this.#db[name] as Table<unknown, string | RowKey>
        return table.bulkGet([...keys]).then((found) => {
          for (const [index, key] of keys.entries()) {
            this.#ahead.set(`${name} ${String(key)}`, found[index])
          }
        })
      }),
    )
  }
  #read<Value>(name: string, read: () => PromiseLike<Value>): PromiseLike<Value> | Value {
    return this.#ahead.has(name) ? (this.#ahead.get(name) as Value) : read()
  }
  #forget(table: 'rows' | 'pending', keys: readonly RowKey[]): void {
    for (const key of keys) this.#ahead.delete(`${table} ${String(key)}`)
  }
  async getMeta(key: string): Promise<Json | undefined> {
    return (await this.#read(`meta ${key}`, () => this.#db.meta.get(key)))?.value
  }
  async putMeta(key: string, value: Json): Promise<void> {
    this.#ahead.delete(`meta ${key}`)
    await this.#db.meta.put({ key, value })
  }
  async getRow(principal: string, kind: Kind, id: string): Promise<StoredRow | undefined> {
    return this.#read(`rows ${principal},${kind},${id}`, () =>
      this.#db.rows.get([principal, kind, id]),
    )
  }
  async getRows(keys: readonly RowKey[]): Promise<(StoredRow | undefined)[]> {
    return this.#db.rows.bulkGet([...keys])
  }
  async putRows(rows: StoredRow[]): Promise<void> {
    this.#forget('rows', rows.map(keyOf))
    await this.#db.rows.bulkPut(rows)
  }
  async deleteRows(keys: RowKey[]): Promise<void> {
    this.#forget('rows', keys)
    await this.#db.rows.bulkDelete(keys)
  }
  async rowsOfKit(principal: string, kit: string): Promise<StoredRow[]> {
    return this.#db.rows.where('[p+kit]').equals([principal, kit]).toArray()
  }
  async allRows(principal: string): Promise<StoredRow[]> {
    return this.#db.rows
      .where('[p+kit]')
      .between([principal, Dexie.minKey], [principal, Dexie.maxKey])
      .toArray()
  }
  async someRows(principal: string, after: string, limit: number): Promise<StoredRow[]> {
    const [kind, id] = after.split(' ')
    const from = after === '' ? [principal] : [principal, kind, id]
    return this.#db.rows
      .where('[p+kind+id]')
      .between(from, [principal, Dexie.maxKey], after === '')
      .limit(limit)
      .toArray()
  }
  async getPending(principal: string, kind: Kind, id: string): Promise<PendingRow | undefined> {
    return this.#read(`pending ${principal},${kind},${id}`, () =>
      this.#db.pending.get([principal, kind, id]),
    )
  }
  async getPendings(keys: readonly RowKey[]): Promise<(PendingRow | undefined)[]> {
    return this.#db.pending.bulkGet([...keys])
  }
  async putPending(rows: PendingRow[]): Promise<void> {
    this.#forget('pending', rows.map(keyOf))
    await this.#db.pending.bulkPut(rows)
  }
  async deletePending(keys: RowKey[]): Promise<void> {
    this.#forget('pending', keys)
    await this.#db.pending.bulkDelete(keys)
  }
  async pendingOfKit(principal: string, kit: string): Promise<PendingRow[]> {
    return this.#db.pending.where('[p+kit]').equals([principal, kit]).toArray()
  }
  async allPending(principal: string): Promise<PendingRow[]> {
    return this.#db.pending
      .where('[p+kit]')
      .between([principal, Dexie.minKey], [principal, Dexie.maxKey])
      .toArray()
  }
  async copyDrafts(principal: string, ids: Record<string, string>): Promise<void> {
    const drafts = await this.#draftsOf(principal)
    const copies = drafts.flatMap((draft) => {
      const id = ids[draft.id]
      return id ? [{ ...draft, id }] : []
    })
    await this.#db.drafts.bulkPut(copies)
  }
  async getProblem(id: string): Promise<ProblemRow | undefined> {
    return this.#db.problems.get(id)
  }
  async problemsOf(principal: string): Promise<ProblemRow[]> {
    return this.#problemsOf(principal).toArray()
  }
  async putProblem(problem: ProblemRow): Promise<void> {
    await this.#db.problems.put(problem)
  }
  async deleteProblems(ids: string[]): Promise<void> {
    await this.#db.problems.bulkDelete(ids)
  }
  async moveTexts(kit: string, ids: readonly string[], from: string, to: string): Promise<void> {
    await this.#problemsOf(from)
      .filter((problem) => problem.kit === kit)
      .modify({ p: to })
    const drafts = (await this.#draftsOf(from)).filter((draft) => ids.includes(draft.id))
    await this.#db.drafts.bulkDelete(drafts.map((draft) => [from, draft.id, draft.cell]))
    await this.#db.drafts.bulkPut(drafts.map((draft) => ({ ...draft, p: to })))
  }
  #problemsOf(principal: string) {
    return this.#db.problems
      .where('[p+at]')
      .between([principal, Dexie.minKey], [principal, Dexie.maxKey])
  }
  #draftsOf(principal: string): Promise<Draft[]> {
    return this.#db.drafts
      .where('[p+id+cell]')
      .between([principal, Dexie.minKey], [principal, Dexie.maxKey])
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
          db.transaction('rw', [db.meta, db.rows, db.pending, db.problems, db.drafts], async (tx) =>
            work(
              new DexieTx({
                meta: tx.table('meta'),
                rows: tx.table('rows'),
                pending: tx.table('pending'),
                problems: tx.table('problems'),
                drafts: tx.table('drafts'),
              }),
            ),
          ),
        db,
      ),
  }
}
