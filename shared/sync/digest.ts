/**
 * Digest for the idle audit between device and server, which turns a silent difference into a loud
 * one: per account, the number of its kits' rows and the latest stamp. Deleted rows do not count:
 * the server purges them, devices do not.
 */
import type { Cells } from '../cells/cells.ts'
import type { Kind } from '../kinds/schema.ts'

import { isKitAlive, latestStamp } from '../cells/cells.ts'
import { isContent } from '../kinds/schema.ts'

/** Number of content rows, and their greatest stamp, '' for none. */
export type Digest = [count: number, top: string]

interface Row {
  kind: Kind
  id: string
  kit: string
  cells: Cells
}

/** Accumulates rows in any order, in several parts. */
export class Digesting {
  readonly #kits = new Map<string, Digest>()
  readonly #alive = new Set<string>()

  add(rows: readonly Row[]): void {
    for (const { kind, id, kit, cells } of rows) {
      // By the tombstone alone, even if a later edit undid it.
      if (!isContent(kind) || !isKitAlive(cells)) continue
      if (kind === 'kit') this.#alive.add(id)
      const [count, top] = this.#kits.get(kit) ?? [0, '']
      const latest = latestStamp(cells)
      this.#kits.set(kit, [count + 1, latest > top ? latest : top])
    }
  }

  get digest(): Digest {
    const sum: Digest = [0, '']
    for (const [kit, [count, top]] of this.#kits) {
      if (!this.#alive.has(kit)) continue
      sum[0] += count
      if (top > sum[1]) sum[1] = top
    }
    return sum
  }
}
