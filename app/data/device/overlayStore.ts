/**
 * Store over one that can be read but not written, because the device is full: writes stay in
 * memory, are sent from there, and are committed below once there is room.
 */
import type { PendingRow } from './db.ts'

import { type Cells, type Json, mergeCells } from '#shared/cells/cells.ts'
import { type Layer, LayerTx, newLayer } from './layerTx.ts'
import { type Store, type StoreTx, getMeta, putMeta } from './store.ts'
import { latestIn } from './clock.ts'

export class OverlayStore implements Store {
  readonly #below: Store
  #layer = newLayer()
  /** Pending rows as they were below at their first change here. */
  readonly #origins = new Map<string, PendingRow | undefined>()
  #queue: Promise<unknown> = Promise.resolve()

  constructor(below: Store) {
    this.#below = below
  }

  transact<T>(work: (tx: StoreTx) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const copy = newLayer(this.#layer)
      const result = await this.#below.transact(async (tx) => {
        const done = await work(new LayerTx(tx, copy))
        for (const [name, [key]] of copy.pending)
          if (!this.#origins.has(name)) this.#origins.set(name, await tx.get('pending', key))
        return done
      })
      this.#layer = copy
      return result
    })
  }

  /** Commits the layer below, all or nothing. Rejects while there is no room. */
  commit(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#below.transact((tx) => write(tx, this.#layer, this.#origins))
      this.#layer = newLayer()
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
  await putMeta(tx, 'probed', origins.size)
  for (const [key, row] of layer.rows.values()) {
    const now = row && (await tx.get('rows', key))
    if (!row) await tx.delete('rows', [key])
    else await tx.put('rows', [{ ...row, cells: mergeCells(now?.cells ?? {}, row.cells) }])
  }
  for (const [name, [key, row]] of layer.pending) {
    const now = await tx.get('pending', key)
    // Cells sent from memory are done; cells another tab typed since are not.
    const left = without(now?.cells ?? {}, origins.get(name)?.cells ?? {})
    const cells = mergeCells(left, row?.cells ?? {})
    const kept = row ?? now
    if (!kept || Object.keys(cells).length === 0) await tx.delete('pending', [key])
    else await tx.put('pending', [{ ...kept, cells }])
  }
  // Drafts stay in their fields, in this page.
  for (const [id, problem] of layer.problems.values()) {
    if (problem) await tx.put('problems', [problem])
    else await tx.delete('problems', [id])
  }
  for (const [key, row] of layer.meta.values()) {
    if (!row) continue
    const value = key === 'clock' ? laterClock(await getMeta(tx, key), row.value) : row.value
    await putMeta(tx, key, value)
  }
}

function without(cells: Cells, known: Cells): Cells {
  const left = Object.entries(cells).filter(([name, [, stamp]]) => known[name]?.[1] !== stamp)
  return Object.fromEntries(left)
}

/** Both clocks issued stamps: continue after the later one. */
function laterClock(a: Json | undefined, b: Json): Json {
  const isLater = latestIn(a, '') > latestIn(b, '')
  return isLater && a !== undefined ? a : b
}
