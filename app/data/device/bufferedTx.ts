/** Transaction for large answers: reads and writes in batches, yielding to the screen between. */
import type { Json } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { PulledRow } from '#shared/sync/protocol.ts'
import type { PendingRow, StoredRow } from './db.ts'
import type { RowKey, StoreTx } from './store.ts'

/** Small enough that a slow phone finishes a batch within three frames. */
const AT_ONCE = 200
const KITS_AT_ONCE = 50

const nameOf = (key: RowKey): string => key.join(' ')
const keyOf = ({ p, kind, id }: StoredRow | PendingRow): RowKey => [p, kind, id]

/** One table: rows read so far, and dirty rows still to write. */
class Buffer<Row extends StoredRow | PendingRow> {
  readonly known = new Map<string, Row | undefined>()
  dirty = new Map<string, Row>()
  put(rows: readonly Row[]): void {
    for (const row of rows) {
      const name = nameOf(keyOf(row))
      this.known.set(name, row)
      this.dirty.set(name, row)
    }
  }
  take(): Row[] {
    const rows = [...this.dirty.values()]
    this.dirty = new Map()
    return rows
  }
}

export class BufferedTx implements StoreTx {
  readonly #tx: StoreTx
  readonly #rows = new Buffer<StoredRow>()
  readonly #pending = new Buffer<PendingRow>()
  readonly #meta = new Map<string, Json | undefined>()
  readonly #dirtyMeta = new Set<string>()

  private constructor(tx: StoreTx) {
    this.#tx = tx
  }

  /** @param pulled rows about to be read: reading their kits whole takes a tenth of the reads */
  static async open(
    tx: StoreTx,
    principal: string,
    pulled: readonly PulledRow[],
  ): Promise<BufferedTx> {
    const buffered = new BufferedTx(tx)
    const rows = buffered.#rows.known
    const pending = buffered.#pending.known
    const alone = pulled.filter(({ kit }) => kit === '')
    const known = await tx.getRows(alone.map(({ kind, id }) => [principal, kind, id]))
    const kits = [...new Set(pulled.map(({ kit }) => kit).filter(Boolean))]
    for (let at = 0; at < kits.length; at += KITS_AT_ONCE) {
      const some = kits.slice(at, at + KITS_AT_ONCE)
      known.push(...(await Promise.all(some.map((kit) => tx.rowsOfKit(principal, kit)))).flat())
    }
    for (const row of known) if (row) rows.set(nameOf(keyOf(row)), row)
    for (const row of await tx.allPending(principal)) pending.set(nameOf(keyOf(row)), row)
    for (const { kind, id } of pulled) {
      const name = nameOf([principal, kind, id])
      if (!rows.has(name)) rows.set(name, undefined)
      if (!pending.has(name)) pending.set(name, undefined)
    }
    return buffered
  }

  /** Writes the dirty rows. Call last. */
  async close(): Promise<void> {
    await this.#write()
    for (const key of this.#dirtyMeta) await this.#tx.putMeta(key, this.#meta.get(key) ?? null)
  }

  async #write(): Promise<void> {
    const rows = this.#rows.take()
    const pending = this.#pending.take()
    if (rows.length > 0) await this.#tx.putRows(rows)
    if (pending.length > 0) await this.#tx.putPending(pending)
  }

  expect: StoreTx['expect'] = (...reads) => this.#tx.expect(...reads)
  async getMeta(key: string): Promise<Json | undefined> {
    if (!this.#meta.has(key)) this.#meta.set(key, await this.#tx.getMeta(key))
    return this.#meta.get(key)
  }
  async putMeta(key: string, value: Json): Promise<void> {
    this.#meta.set(key, value)
    this.#dirtyMeta.add(key)
  }
  async getRow(principal: string, kind: Kind, id: string): Promise<StoredRow | undefined> {
    const key: RowKey = [principal, kind, id]
    const { known } = this.#rows
    if (!known.has(nameOf(key))) known.set(nameOf(key), await this.#tx.getRow(principal, kind, id))
    return known.get(nameOf(key))
  }
  async getRows(keys: readonly RowKey[]): Promise<(StoredRow | undefined)[]> {
    return Promise.all(keys.map((key) => this.getRow(...key)))
  }
  async putRows(rows: StoredRow[]): Promise<void> {
    this.#rows.put(rows)
    if (this.#rows.dirty.size >= AT_ONCE) await this.#write()
  }
  async deleteRows(keys: RowKey[]): Promise<void> {
    await this.#write()
    for (const key of keys) this.#rows.known.delete(nameOf(key))
    await this.#tx.deleteRows(keys)
  }
  async rowsOfKit(principal: string, kit: string): Promise<StoredRow[]> {
    await this.#write()
    return this.#tx.rowsOfKit(principal, kit)
  }
  async allRows(principal: string): Promise<StoredRow[]> {
    await this.#write()
    return this.#tx.allRows(principal)
  }
  async someRows(principal: string, after: string, limit: number): Promise<StoredRow[]> {
    await this.#write()
    return this.#tx.someRows(principal, after, limit)
  }
  async getPending(principal: string, kind: Kind, id: string): Promise<PendingRow | undefined> {
    const key: RowKey = [principal, kind, id]
    const { known } = this.#pending
    if (!known.has(nameOf(key)))
      known.set(nameOf(key), await this.#tx.getPending(principal, kind, id))
    return known.get(nameOf(key))
  }
  async getPendings(keys: readonly RowKey[]): Promise<(PendingRow | undefined)[]> {
    return Promise.all(keys.map((key) => this.getPending(...key)))
  }
  async putPending(rows: PendingRow[]): Promise<void> {
    this.#pending.put(rows)
    if (this.#pending.dirty.size >= AT_ONCE) await this.#write()
  }
  async deletePending(keys: RowKey[]): Promise<void> {
    await this.#write()
    for (const key of keys) this.#pending.known.delete(nameOf(key))
    await this.#tx.deletePending(keys)
  }
  async pendingOfKit(principal: string, kit: string): Promise<PendingRow[]> {
    await this.#write()
    return this.#tx.pendingOfKit(principal, kit)
  }
  async allPending(principal: string): Promise<PendingRow[]> {
    await this.#write()
    return this.#tx.allPending(principal)
  }
  copyDrafts: StoreTx['copyDrafts'] = (...args) => this.#tx.copyDrafts(...args)
  getProblem: StoreTx['getProblem'] = (id) => this.#tx.getProblem(id)
  problemsOf: StoreTx['problemsOf'] = (principal) => this.#tx.problemsOf(principal)
  putProblem: StoreTx['putProblem'] = (problem) => this.#tx.putProblem(problem)
  deleteProblems: StoreTx['deleteProblems'] = (ids) => this.#tx.deleteProblems(ids)
  moveTexts: StoreTx['moveTexts'] = (...args) => this.#tx.moveTexts(...args)
}
