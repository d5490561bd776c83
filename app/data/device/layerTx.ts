/**
 * Transaction over another one: writes stay in a layer in memory, reads are remembered, so an edit
 * or a large answer reads and writes in few calls.
 */
import type { PulledRow } from '#shared/sync/protocol.ts'

import { inOrder, isInPart, keyOf, type Keys, nameOf, type Part, type Rows } from './store.ts'
import { type StoreTx, type TableName, TABLES } from './store.ts'

/** A row with its key; null for a deleted one. */
type Kept<T extends TableName> = [key: Keys[T], row: Rows[T] | null]

/** Rows of all tables, by their keys as text. */
export type Layer = { [T in TableName]: Map<string, Kept<T>> }

export const newLayer = (from?: Layer): Layer => ({
  meta: new Map(from?.meta),
  rows: new Map(from?.rows),
  pending: new Map(from?.pending),
  problems: new Map(from?.problems),
  drafts: new Map(from?.drafts),
})

export class LayerTx implements StoreTx {
  readonly #tx: StoreTx
  readonly #layer: Layer
  readonly #read = newLayer()
  readonly #most: number

  /** @param most rows a table's layer holds before they are written below; small for the screen */
  constructor(tx: StoreTx, layer = newLayer(), most = Infinity) {
    this.#tx = tx
    this.#layer = layer
    this.#most = most
  }

  /** Reads rows in one call, for later. */
  async expect<T extends TableName>(table: T, keys: readonly Keys[T][]): Promise<void> {
    const rows = await this.#tx.many(table, keys)
    for (const [at, key] of keys.entries())
      this.#read[table].set(nameOf(key), [key, rows[at] ?? null])
  }

  /** Notes that there is no row below under these keys, except those read already. */
  expectNone<T extends TableName>(table: T, keys: readonly Keys[T][]): void {
    for (const key of keys)
      if (!this.#read[table].has(nameOf(key))) this.#read[table].set(nameOf(key), [key, null])
  }

  /** Writes the layer below. */
  async close(): Promise<void> {
    for (const table of TABLES) await this.#write(table)
  }

  async #write<T extends TableName>(table: T): Promise<void> {
    const layer = this.#layer[table]
    const kept = [...layer.values()]
    const rows = kept.flatMap(([, row]) => row ?? [])
    const gone = kept.flatMap(([key, row]) => (row ? [] : [key]))
    for (const [name, row] of layer) this.#read[table].set(name, row)
    layer.clear()
    if (rows.length > 0) await this.#tx.put(table, rows)
    if (gone.length > 0) await this.#tx.delete(table, gone)
  }

  async get<T extends TableName>(table: T, key: Keys[T]): Promise<Rows[T] | undefined> {
    const name = nameOf(key)
    const known = this.#layer[table].get(name) ?? this.#read[table].get(name)
    if (known) return known[1] ?? undefined
    const row = await this.#tx.get(table, key)
    this.#read[table].set(name, [key, row ?? null])
    return row
  }

  many<T extends TableName>(table: T, keys: readonly Keys[T][]): Promise<(Rows[T] | undefined)[]> {
    return Promise.all(keys.map((key) => this.get(table, key)))
  }

  async put<T extends TableName>(table: T, rows: readonly Rows[T][]): Promise<void> {
    for (const row of rows) {
      const key = keyOf(table, row)
      this.#layer[table].set(nameOf(key), [key, row])
    }
    if (this.#layer[table].size >= this.#most) await this.#write(table)
  }

  async delete<T extends TableName>(table: T, keys: readonly Keys[T][]): Promise<void> {
    for (const key of keys) this.#layer[table].set(nameOf(key), [key, null])
  }

  async range<T extends Exclude<TableName, 'meta'>>(
    table: T,
    principal: string,
    part: Part = {},
  ): Promise<Rows[T][]> {
    const layer = this.#layer[table]
    const { limit } = part
    // As many more as the layer may have deleted.
    const more = limit === undefined ? part : { ...part, limit: limit + layer.size }
    const below = await this.#tx.range(table, principal, more)
    const read = this.#read[table]
    const found = new Map<string, Rows[T]>()
    for (const row of below) {
      const key = keyOf(table, row)
      read.set(nameOf(key), [key, row])
      found.set(nameOf(key), row)
    }
    if (layer.size === 0) return below
    for (const [name, [, row]] of layer) {
      if (row && isInPart(row, name, principal, part)) found.set(name, row)
      else found.delete(name)
    }
    return inOrder(found, part)
  }
}

/** Small enough that a slow phone finishes a batch within three frames. */
const AT_ONCE = 200
const KITS_AT_ONCE = 50

/**
 * Layer for a large answer: reads and writes in batches, yielding to the screen between.
 * @param pulled rows about to be read: reading their kits whole takes a tenth of the reads
 */
export async function openBuffer(
  tx: StoreTx,
  principal: string,
  pulled: readonly PulledRow[],
): Promise<LayerTx> {
  const buffer = new LayerTx(tx, newLayer(), AT_ONCE)
  const keys = pulled.map(({ kind, id }): Keys['rows'] => [principal, kind, id])
  await buffer.expect(
    'rows',
    keys.filter((_, at) => pulled[at]?.kit === ''),
  )
  const kits = [...new Set(pulled.map(({ kit }) => kit).filter(Boolean))]
  for (let at = 0; at < kits.length; at += KITS_AT_ONCE) {
    const some = kits.slice(at, at + KITS_AT_ONCE)
    await Promise.all(some.map((kit) => buffer.range('rows', principal, { kit })))
  }
  await buffer.range('pending', principal)
  for (const table of ['rows', 'pending'] as const) buffer.expectNone(table, keys)
  return buffer
}
