/** In-memory `Store` for tests and simulations: same guarantees, with crashes on demand. */
import type { Json } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { PendingRow, ProblemRow, StoredRow } from './db.ts'
import type { RowKey, Store, StoreTx } from './store.ts'

export interface Tables {
  meta: Map<string, Json>
  rows: Map<string, StoredRow>
  pending: Map<string, PendingRow>
  problems: Map<string, ProblemRow>
}

export class Crash extends Error {}

export class Full extends Crash {}

export class MemoryStore implements Store {
  tables: Tables = { meta: new Map(), rows: new Map(), pending: new Map(), problems: new Map() }
  /** Crashes the next transaction before it commits. */
  isCrashing = false
  /** Refuses every write. */
  isFull = false
  #queue: Promise<unknown> = Promise.resolve()

  async transact<T>(work: (tx: StoreTx) => Promise<T>): Promise<T> {
    const turn = this.#queue.then(async () => {
      // Works on a copy, so an abort leaves no trace. Rows are never mutated: copying maps
      // suffices.
      const copy = copyOf(this.tables)
      const tx = new MemoryTx(copy)
      const result = await work(tx)
      if (this.isFull && tx.hasWritten) throw new Full()
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

/** Copies tables, so either side can change alone. */
export function copyOf({ meta, rows, pending, problems }: Tables): Tables {
  return {
    meta: new Map(meta),
    rows: new Map(rows),
    pending: new Map(pending),
    problems: new Map(problems),
  }
}

const keyOf = (principal: string, kind: Kind, id: string): string => `${principal} ${kind} ${id}`

/** Rows in the order of the real store's `[p+kit]` index: by kit, then by key. */
function inIndexOrder<Row extends { kit: string }>(
  table: ReadonlyMap<string, Row>,
  isMeant: (row: Row) => boolean,
): Row[] {
  const found = [...table].filter(([, row]) => isMeant(row))
  return found
    .sort(([a, one], [b, other]) => {
      if (one.kit !== other.kit) return one.kit < other.kit ? -1 : 1
      return a < b ? -1 : 1
    })
    .map(([, row]) => row)
}

export class MemoryTx implements StoreTx {
  readonly #t: Tables
  hasWritten = false
  constructor(tables: Tables) {
    this.#t = tables
  }
  async expect(): Promise<void> {
    // Everything is in memory already.
  }
  async getMeta(key: string): Promise<Json | undefined> {
    return this.#t.meta.get(key)
  }
  async putMeta(key: string, value: Json): Promise<void> {
    this.hasWritten = true
    this.#t.meta.set(key, value)
  }
  async getRow(principal: string, kind: Kind, id: string): Promise<StoredRow | undefined> {
    return this.#t.rows.get(keyOf(principal, kind, id))
  }
  async getRows(keys: readonly RowKey[]): Promise<(StoredRow | undefined)[]> {
    return keys.map((key) => this.#t.rows.get(keyOf(...key)))
  }
  async putRows(rows: StoredRow[]): Promise<void> {
    this.hasWritten = true
    for (const row of rows) this.#t.rows.set(keyOf(row.p, row.kind, row.id), row)
  }
  async deleteRows(keys: RowKey[]): Promise<void> {
    for (const key of keys) this.#t.rows.delete(keyOf(...key))
  }
  async rowsOfKit(principal: string, kit: string): Promise<StoredRow[]> {
    return inIndexOrder(this.#t.rows, (row) => row.p === principal && row.kit === kit)
  }
  async allRows(principal: string): Promise<StoredRow[]> {
    return inIndexOrder(this.#t.rows, (row) => row.p === principal)
  }
  async someRows(principal: string, after: string, limit: number): Promise<StoredRow[]> {
    const names = [...this.#t.rows].filter(([, row]) => row.p === principal).map(([name]) => name)
    const later = names.filter((name) => after === '' || name > `${principal} ${after}`).sort()
    return later.slice(0, limit).flatMap((name) => this.#t.rows.get(name) ?? [])
  }
  async getPending(principal: string, kind: Kind, id: string): Promise<PendingRow | undefined> {
    return this.#t.pending.get(keyOf(principal, kind, id))
  }
  async getPendings(keys: readonly RowKey[]): Promise<(PendingRow | undefined)[]> {
    return keys.map((key) => this.#t.pending.get(keyOf(...key)))
  }
  async putPending(rows: PendingRow[]): Promise<void> {
    this.hasWritten = true
    for (const row of rows) this.#t.pending.set(keyOf(row.p, row.kind, row.id), row)
  }
  async deletePending(keys: RowKey[]): Promise<void> {
    for (const key of keys) this.#t.pending.delete(keyOf(...key))
  }
  async pendingOfKit(principal: string, kit: string): Promise<PendingRow[]> {
    return inIndexOrder(this.#t.pending, (row) => row.p === principal && row.kit === kit)
  }
  async allPending(principal: string): Promise<PendingRow[]> {
    return inIndexOrder(this.#t.pending, (row) => row.p === principal)
  }
  async copyDrafts(): Promise<void> {
    // Drafts are never sent: simulations have none.
  }
  async getProblem(id: string): Promise<ProblemRow | undefined> {
    return this.#t.problems.get(id)
  }
  async problemsOf(principal: string): Promise<ProblemRow[]> {
    const found = [...this.#t.problems.values()].filter((problem) => problem.p === principal)
    return found.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  }
  async putProblem(problem: ProblemRow): Promise<void> {
    this.hasWritten = true
    this.#t.problems.set(problem.id, problem)
  }
  async deleteProblems(ids: string[]): Promise<void> {
    for (const id of ids) this.#t.problems.delete(id)
  }
  async moveTexts(kit: string, _ids: readonly string[], from: string, to: string): Promise<void> {
    for (const problem of this.#t.problems.values()) {
      if (problem.p !== from || problem.kit !== kit) continue
      this.#t.problems.set(problem.id, { ...problem, p: to })
    }
  }
}
