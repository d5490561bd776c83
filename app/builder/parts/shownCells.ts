/** The cells of a build as a person sees them: what the store shows and what was just written. */
import type { Json } from '#shared/sync/cells.ts'
import type { Write } from '../../sync/write/pump.ts'

import { isSameValue } from '#shared/sync/cells.ts'

type Row = Readonly<Record<string, Json>>

/** What the store shows. */
export interface World {
  /** The cells of a row, null when there is no such row (any more). Drafts are always a row. */
  cellsOf: (kind: Write['kind'], id: string) => Row | null
}

/** Whether rows of this kind come and go in a build. */
export function isRowKind(kind: Write['kind']): boolean {
  return kind === 'line' || kind === 'step'
}

export class ShownCells {
  readonly #world: World
  /** What was written and is not shown yet, by `kind:id`. A row that is there has `del: false`. */
  readonly #written = new Map<string, { kind: Write['kind']; id: string; cells: Row }>()

  /** What stood in the rows that were removed here: it stands there again when they come back. */
  readonly #remains = new Map<string, Row>()

  constructor(world: World) {
    this.#world = world
  }

  note({ kind, id, cells }: Write): void {
    const key = `${kind}:${id}`
    const gone = cells['del'] === true && this.row(kind, id)
    if (gone) this.#remains.set(key, gone)
    const life = isRowKind(kind) ? { del: cells['del'] ?? false } : {}
    const before = this.#written.get(key)?.cells
    this.#written.set(key, { kind, id, cells: { ...before, ...cells, ...life } })
  }

  /** @returns null for a row that is not there */
  row(kind: Write['kind'], id: string): Row | null {
    const shown = this.#world.cellsOf(kind, id)
    const written = this.#written.get(`${kind}:${id}`)
    if (!written) return shown
    const { del, ...cells } = written.cells
    return isRowKind(kind) && del === true ? null : { ...shown, ...cells }
  }

  /** The value of a cell, `undefined` in a row that is not there; `del` says whether it is not. */
  cell(kind: Write['kind'], id: string, cell: string): Json | undefined {
    const row = this.row(kind, id)
    if (cell === 'del' && isRowKind(kind)) return row === null
    return row ? (row[cell] ?? null) : undefined
  }

  /** What a row held when it was removed here. */
  remains(kind: Write['kind'], id: string): Row | undefined {
    return this.#remains.get(`${kind}:${id}`)
  }

  /** Forgets what the store shows by now. */
  catchUp(): void {
    for (const [key, { kind, id, cells }] of this.#written) {
      const shown = this.#world.cellsOf(kind, id)
      const isShown = Object.entries(cells).every(([cell, value]) =>
        cell === 'del' && isRowKind(kind)
          ? (shown === null) === value
          : cells['del'] === true || isSameValue(shown?.[cell] ?? null, value),
      )
      if (isShown) this.#written.delete(key)
    }
  }

  forget(): void {
    this.#written.clear()
  }
}
