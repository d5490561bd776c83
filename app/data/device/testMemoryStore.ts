/** In-memory `Store` for tests and simulations: same guarantees, with crashes on demand. */
import type { Json } from '#shared/cells/cells.ts'
import type { Draft, PendingRow, ProblemRow, StoredRow } from './db.ts'

import { inOrder, isInPart, keyOf, type Keys, nameOf, type Part, type Rows } from './store.ts'
import type { Store, StoreTx, TableName } from './store.ts'

export interface Tables {
  meta: Map<string, Json>
  rows: Map<string, StoredRow>
  pending: Map<string, PendingRow>
  problems: Map<string, ProblemRow>
  /** Drafts are never sent: simulations have none. */
  drafts?: Map<string, Draft>
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

export class MemoryTx implements StoreTx {
  readonly #tables: Tables
  hasWritten = false
  constructor(tables: Tables) {
    this.#tables = tables
  }

  #table<T extends TableName>(table: T): Map<string, Rows[T]> {
    if (table === 'drafts') return new Map()
    // Tests read the values of `meta` alone.
    return this.#tables[table] as Map<string, Rows[T]>
  }
  async get<T extends TableName>(table: T, key: Keys[T]): Promise<Rows[T] | undefined> {
    const row = this.#table(table).get(nameOf(key))
    if (table !== 'meta' || row === undefined) return row
    const whole: unknown = { key, value: row }
    return whole as Rows[T]
  }
  async many<T extends TableName>(table: T, keys: readonly Keys[T][]) {
    return Promise.all(keys.map((key) => this.get(table, key)))
  }
  async put<T extends TableName>(table: T, rows: readonly Rows[T][]): Promise<void> {
    if (rows.length > 0) this.hasWritten = true
    for (const row of rows) {
      const stored: unknown = 'value' in row && table === 'meta' ? row.value : row
      this.#table(table).set(nameOf(keyOf(table, row)), stored as Rows[T])
    }
  }
  async delete<T extends TableName>(table: T, keys: readonly Keys[T][]): Promise<void> {
    for (const key of keys) this.#table(table).delete(nameOf(key))
  }
  async range<T extends Exclude<TableName, 'meta'>>(
    table: T,
    principal: string,
    part: Part = {},
  ): Promise<Rows[T][]> {
    const found = [...this.#table(table)].filter(([name, row]) =>
      isInPart(row, name, principal, part),
    )
    return inOrder(found, part)
  }
}
