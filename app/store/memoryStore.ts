/** The store in memory, for tests and simulations: the same promises, with crashes on demand. */
import type { Json } from '#shared/cells.ts'
import type { Kind } from '#shared/schema.ts'
import type { PendingRow, ProblemRow, StoredRow } from './db.ts'
import type { Store, StoreTx } from './store.ts'

interface Tables {
  meta: Map<string, Json>
  rows: Map<string, StoredRow>
  pending: Map<string, PendingRow>
  problems: Map<string, ProblemRow>
}

export class Crash extends Error {}

export class MemoryStore implements Store {
  tables: Tables = { meta: new Map(), rows: new Map(), pending: new Map(), problems: new Map() }
  /** Crashes the next transaction before it is committed. */
  isCrashing = false
  #queue: Promise<unknown> = Promise.resolve()

  async transact<T>(work: (tx: StoreTx) => Promise<T>): Promise<T> {
    const turn = this.#queue.then(async () => {
      // Work happens on a copy: what is not committed was never there. Rows are never changed in
      // place, so copying the maps is enough.
      const copy: Tables = {
        meta: new Map(this.tables.meta),
        rows: new Map(this.tables.rows),
        pending: new Map(this.tables.pending),
        problems: new Map(this.tables.problems),
      }
      const result = await work(new MemoryTx(copy))
      if (this.isCrashing) {
        this.isCrashing = false
        throw new Crash()
      }
      this.tables = copy
      return result
    })
    this.#queue = turn.catch(() => undefined)
    return turn
  }
}

const keyOf = (p: string, kind: Kind, id: string): string => `${p} ${kind} ${id}`

class MemoryTx implements StoreTx {
  readonly #t: Tables
  constructor(tables: Tables) {
    this.#t = tables
  }
  async getMeta(key: string): Promise<Json | undefined> {
    return this.#t.meta.get(key)
  }
  async putMeta(key: string, value: Json): Promise<void> {
    this.#t.meta.set(key, value)
  }
  async getRow(p: string, kind: Kind, id: string): Promise<StoredRow | undefined> {
    return this.#t.rows.get(keyOf(p, kind, id))
  }
  async putRows(rows: StoredRow[]): Promise<void> {
    for (const row of rows) this.#t.rows.set(keyOf(row.p, row.kind, row.id), row)
  }
  async deleteRows(keys: [string, Kind, string][]): Promise<void> {
    for (const key of keys) this.#t.rows.delete(keyOf(...key))
  }
  async rowsOfKit(p: string, kit: string): Promise<StoredRow[]> {
    return (await this.allRows(p)).filter((row) => row.kit === kit)
  }
  async allRows(p: string): Promise<StoredRow[]> {
    return [...this.#t.rows.values()].filter((row) => row.p === p)
  }
  async getPending(p: string, kind: Kind, id: string): Promise<PendingRow | undefined> {
    return this.#t.pending.get(keyOf(p, kind, id))
  }
  async putPending(rows: PendingRow[]): Promise<void> {
    for (const row of rows) this.#t.pending.set(keyOf(row.p, row.kind, row.id), row)
  }
  async deletePending(keys: [string, Kind, string][]): Promise<void> {
    for (const key of keys) this.#t.pending.delete(keyOf(...key))
  }
  async pendingOfKit(p: string, kit: string): Promise<PendingRow[]> {
    return (await this.allPending(p)).filter((row) => row.kit === kit)
  }
  async allPending(p: string): Promise<PendingRow[]> {
    return [...this.#t.pending.values()].filter((row) => row.p === p)
  }
  async copyDrafts(): Promise<void> {
    // Drafts are never sent: simulations have none.
  }
  async putProblem(problem: ProblemRow): Promise<void> {
    this.#t.problems.set(problem.id, problem)
  }
  async moveKit(kit: string, from: string, to: string): Promise<void> {
    const rows = await this.rowsOfKit(from, kit)
    const pending = await this.pendingOfKit(from, kit)
    await this.deleteRows(rows.map((row) => [from, row.kind, row.id]))
    await this.deletePending(pending.map((row) => [from, row.kind, row.id]))
    await this.putRows(rows.map((row) => ({ ...row, p: to })))
    await this.putPending(pending.map((row) => ({ ...row, p: to, tries: 0, next: 0 })))
    for (const problem of this.#t.problems.values()) {
      if (problem.p !== from || problem.kit !== kit) continue
      this.#t.problems.set(problem.id, { ...problem, p: to })
    }
  }
}
