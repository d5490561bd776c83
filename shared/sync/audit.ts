/**
 * What a device and the server compare while nothing else is to do, so that a silent difference
 * becomes a loud one: of the kits of an account, how many rows there are and the latest stamp. What
 * was deleted does not count: the server purges it, devices do not.
 */
import type { Cells } from './cells.ts'
import type { Kind } from '../kinds/schema.ts'

import { isKitAlive, latestStamp } from './cells.ts'
import { isContent } from '../kinds/schema.ts'

/** Rows of content, and the greatest of their stamps, '' for none. */
export type Digest = [count: number, top: string]

interface Row {
  kind: Kind
  id: string
  kit: string
  cells: Cells
}

/** Adds up rows that may come in any order and in several parts. */
export class Digesting {
  readonly #kits = new Map<string, Digest>()
  readonly #alive = new Set<string>()

  add(rows: readonly Row[]): void {
    for (const { kind, id, kit, cells } of rows) {
      // Counted by the cell alone: whether a later edit undid it is another question.
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
