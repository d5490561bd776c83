/**
 * Store over one that can be read but not written, because the device is full: writes stay in
 * memory, are sent from there, and are committed below once there is room.
 */
import type { Kind } from '#shared/kinds/schema.ts'
import type { PendingRow, ProblemRow, StoredRow } from './db.ts'
import type { RowKey, Store, StoreTx } from './store.ts'

import { type Cells, type Json, mergeCells } from '#shared/cells/cells.ts'

/** Uncommitted writes, by key; null for a deleted row. */
interface Layer {
  meta: Map<string, Json>
  rows: Map<string, StoredRow | null>
  pending: Map<string, PendingRow | null>
  problems: Map<string, ProblemRow | null>
}

const emptyLayer = (): Layer => ({
  meta: new Map(),
  rows: new Map(),
  pending: new Map(),
  problems: new Map(),
})

const nameOf = (key: RowKey): string => key.join(' ')
const keyOf = (name: string): RowKey => name.split(' ') as RowKey

export class OverlayStore implements Store {
  readonly #below: Store
  #layer = emptyLayer()
  /** Pending rows as they were below at their first change here. */
  readonly #origins = new Map<string, PendingRow | undefined>()
  #queue: Promise<unknown> = Promise.resolve()

  constructor(below: Store) {
    this.#below = below
  }

  transact<T>(work: (tx: StoreTx) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const { meta, rows, pending, problems } = this.#layer
      const copy: Layer = {
        meta: new Map(meta),
        rows: new Map(rows),
        pending: new Map(pending),
        problems: new Map(problems),
      }
      const result = await this.#below.transact((tx) =>
        work(new OverlayTx(copy, tx, this.#origins)),
      )
      this.#layer = copy
      return result
    })
  }

  /** Commits the layer below, all or nothing. Rejects while there is no room. */
  commit(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#below.transact((tx) => write(tx, this.#layer, this.#origins))
      this.#layer = emptyLayer()
      this.#origins.clear()
    })
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => undefined)
    return turn
  }
}

/** Merges with rows other tabs stored meanwhile instead of replacing them. */
async function write(
  tx: StoreTx,
  layer: Layer,
  origins: ReadonlyMap<string, PendingRow | undefined>,
): Promise<void> {
  // Written even with an empty layer: only a write shows whether there is room.
  await tx.putMeta('probed', origins.size)
  for (const [name, row] of layer.rows) {
    const key = keyOf(name)
    const now = row && (await tx.getRow(...key))
    if (!row) await tx.deleteRows([key])
    else await tx.putRows([{ ...row, cells: mergeCells(now?.cells ?? {}, row.cells) }])
  }
  for (const [name, row] of layer.pending) {
    const key = keyOf(name)
    const now = await tx.getPending(...key)
    // Cells sent from memory are done; cells another tab typed since are not.
    const left = without(now?.cells ?? {}, origins.get(name)?.cells ?? {})
    const cells = mergeCells(left, row?.cells ?? {})
    const kept = row ?? now
    if (!kept || Object.keys(cells).length === 0) await tx.deletePending([key])
    else await tx.putPending([{ ...kept, cells }])
  }
  for (const [id, problem] of layer.problems) {
    if (problem) await tx.putProblem(problem)
    else await tx.deleteProblems([id])
  }
  for (const [key, value] of layer.meta) {
    const now = await tx.getMeta(key)
    await tx.putMeta(key, key === 'clock' ? laterClock(now, value) : value)
  }
}

function without(cells: Cells, known: Cells): Cells {
  const left = Object.entries(cells).filter(([name, [, stamp]]) => known[name]?.[1] !== stamp)
  return Object.fromEntries(left)
}

/** Both clocks issued stamps: continue after the later one. */
function laterClock(a: Json | undefined, b: Json): Json {
  const time = (clock: Json | undefined): [number, number] =>
    clock && typeof clock === 'object' && !Array.isArray(clock)
      ? [Number(clock['ms'] ?? 0), Number(clock['counter'] ?? 0)]
      : [0, 0]
  const [first, second] = [time(a), time(b)]
  const isLater = first[0] > second[0] || (first[0] === second[0] && first[1] > second[1])
  return isLater && a !== undefined ? a : b
}

class OverlayTx implements StoreTx {
  readonly #layer: Layer
  readonly #tx: StoreTx
  readonly #origins: Map<string, PendingRow | undefined>

  constructor(layer: Layer, tx: StoreTx, origins: Map<string, PendingRow | undefined>) {
    this.#layer = layer
    this.#tx = tx
    this.#origins = origins
  }

  expect: StoreTx['expect'] = (...reads) => this.#tx.expect(...reads)
  async getMeta(key: string): Promise<Json | undefined> {
    return this.#layer.meta.get(key) ?? this.#tx.getMeta(key)
  }
  async putMeta(key: string, value: Json): Promise<void> {
    this.#layer.meta.set(key, value)
  }
  async getRow(principal: string, kind: Kind, id: string): Promise<StoredRow | undefined> {
    const own = this.#layer.rows.get(nameOf([principal, kind, id]))
    return own === undefined ? this.#tx.getRow(principal, kind, id) : (own ?? undefined)
  }
  async getRows(keys: readonly RowKey[]): Promise<(StoredRow | undefined)[]> {
    return Promise.all(keys.map((key) => this.getRow(...key)))
  }
  async putRows(rows: StoredRow[]): Promise<void> {
    for (const row of rows) this.#layer.rows.set(nameOf([row.p, row.kind, row.id]), row)
  }
  async deleteRows(keys: RowKey[]): Promise<void> {
    for (const key of keys) this.#layer.rows.set(nameOf(key), null)
  }
  async rowsOfKit(principal: string, kit: string): Promise<StoredRow[]> {
    const isMeant = (row: StoredRow) => row.p === principal && row.kit === kit
    return over(await this.#tx.rowsOfKit(principal, kit), this.#layer.rows, isMeant)
  }
  async allRows(principal: string): Promise<StoredRow[]> {
    return over(await this.#tx.allRows(principal), this.#layer.rows, (row) => row.p === principal)
  }
  async someRows(principal: string, after: string, limit: number): Promise<StoredRow[]> {
    const rows = over(
      await this.#tx.allRows(principal),
      this.#layer.rows,
      (row) => row.p === principal,
    )
    const named = rows.map((row) => ({ name: `${row.kind} ${row.id}`, row }))
    const later = named.filter(({ name }) => name > after)
    return later
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, limit)
      .map(({ row }) => row)
  }
  async getPending(principal: string, kind: Kind, id: string): Promise<PendingRow | undefined> {
    const own = this.#layer.pending.get(nameOf([principal, kind, id]))
    return own === undefined ? this.#tx.getPending(principal, kind, id) : (own ?? undefined)
  }
  async getPendings(keys: readonly RowKey[]): Promise<(PendingRow | undefined)[]> {
    return Promise.all(keys.map((key) => this.getPending(...key)))
  }
  async putPending(rows: PendingRow[]): Promise<void> {
    for (const row of rows) {
      const key: RowKey = [row.p, row.kind, row.id]
      await this.#noteOrigin(key)
      this.#layer.pending.set(nameOf(key), row)
    }
  }
  async deletePending(keys: RowKey[]): Promise<void> {
    for (const key of keys) {
      await this.#noteOrigin(key)
      this.#layer.pending.set(nameOf(key), null)
    }
  }
  async #noteOrigin(key: RowKey): Promise<void> {
    const name = nameOf(key)
    if (!this.#origins.has(name)) this.#origins.set(name, await this.#tx.getPending(...key))
  }
  async pendingOfKit(principal: string, kit: string): Promise<PendingRow[]> {
    const isMeant = (row: PendingRow) => row.p === principal && row.kit === kit
    return over(await this.#tx.pendingOfKit(principal, kit), this.#layer.pending, isMeant)
  }
  async allPending(principal: string): Promise<PendingRow[]> {
    return over(
      await this.#tx.allPending(principal),
      this.#layer.pending,
      (row) => row.p === principal,
    )
  }
  async copyDrafts(): Promise<void> {
    // Drafts stay in their fields, in this page.
  }
  async getProblem(id: string): Promise<ProblemRow | undefined> {
    const own = this.#layer.problems.get(id)
    return own === undefined ? this.#tx.getProblem(id) : (own ?? undefined)
  }
  async problemsOf(principal: string): Promise<ProblemRow[]> {
    const found = new Map(
      (await this.#tx.problemsOf(principal)).map((problem) => [problem.id, problem]),
    )
    for (const [id, problem] of this.#layer.problems) {
      if (problem?.p === principal) found.set(id, problem)
      else found.delete(id)
    }
    return [...found.values()]
  }
  async putProblem(problem: ProblemRow): Promise<void> {
    this.#layer.problems.set(problem.id, problem)
  }
  async deleteProblems(ids: string[]): Promise<void> {
    for (const id of ids) this.#layer.problems.set(id, null)
  }
  async moveTexts(): Promise<void> {
    // Sign-in stores, or reports that it cannot.
  }
}

function over<Row extends StoredRow | PendingRow>(
  below: readonly Row[],
  layer: ReadonlyMap<string, Row | null>,
  isMeant: (row: Row) => boolean,
): Row[] {
  const rows = new Map(below.map((row) => [nameOf([row.p, row.kind, row.id]), row]))
  for (const [name, row] of layer) {
    if (row && isMeant(row)) rows.set(name, row)
    else rows.delete(name)
  }
  return [...rows.values()]
}
