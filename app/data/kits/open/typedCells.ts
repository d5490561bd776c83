/** Edits of a kit that no read has returned yet, layered over stored cells. */
import { pendingOf, type PendingRow } from '../../device/db.ts'
import type { KitParts } from './builds.ts'

import { type Kind } from '#shared/kinds/schema.ts'
import { type Cells, type Json, latestStamp, mergeCells } from '#shared/cells/cells.ts'
import { packStamp, successor } from '#shared/cells/stamp.ts'
import { forks, idInCopy, type Write } from '../../sync/write/writeQueue.ts'

/** Node of the temporary stamps, which never leave this object. */
const NODE = '---------'

interface TypedRow extends Pick<Write, 'kind' | 'id' | 'kit'> {
  /** By cell, in the order last typed; each with its edit number. */
  cells: Map<string, [value: Json, number: number, at: number]>
}

export class TypedCells {
  readonly #kitId: string
  readonly #rows = new Map<string, TypedRow>()

  constructor(kitId: string) {
    this.#kitId = kitId
  }

  /**
   * Notes an edit if it belongs to the kit.
   * @param number see `upTo`
   */
  note({ kind, id, kit, cells }: Write, number: number): boolean {
    if (kind !== 'draft' && kit !== this.#kitId && idInCopy(kit) !== this.#kitId) return false
    const row = this.#rows.get(`${kind}:${id}`) ?? { kind, id, kit, cells: new Map() }
    for (const [cell, value] of Object.entries(cells)) {
      row.cells.delete(cell)
      row.cells.set(cell, [value, number, Date.now()])
    }
    this.#rows.set(`${kind}:${id}`, row)
    return true
  }

  /** Drops edits that are stored and read. @param upTo number of the last one */
  forget(upTo: number): void {
    for (const [key, row] of this.#rows) {
      // The edit went into a fork: shown here until the screen turns to that.
      if (row.kit === this.#kitId && forks.has(row.kit)) continue
      for (const [cell, [, number]] of row.cells) if (number <= upTo) row.cells.delete(cell)
      if (row.cells.size === 0) this.#rows.delete(key)
    }
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  clear(): void {
    this.#rows.clear()
  }

  /** Parts of the kit with the edits on top. */
  over(parts: KitParts): KitParts {
    if (this.#rows.size === 0) return parts
    const pending = new Map(parts.pending)
    const drafts = new Map(parts.drafts)
    for (const row of this.#rows.values()) {
      const id = this.#idHere(row)
      if (row.kind === 'draft') {
        for (const [cell, [text]] of row.cells) {
          if (typeof text === 'string') drafts.set(`${id}:${cell}`, text)
          else drafts.delete(`${id}:${cell}`)
        }
      } else pending.set(id, rowOver({ ...parts, pending }, row, row.kind, id))
    }
    return { ...parts, pending, drafts }
  }

  /** Cells of one row with the edits on top. */
  cellsOf(parts: KitParts, kind: Kind, id: string): Cells {
    const pending = new Map(parts.pending)
    // In a fresh fork a row may have edits under its old id and its new one.
    for (const row of this.#rows.values()) {
      const isMeant = row.kind === kind && this.#idHere(row) === id
      if (isMeant) pending.set(id, rowOver({ ...parts, pending }, row, kind, id))
    }
    return mergeCells(parts.rows.get(id)?.cells ?? {}, pending.get(id)?.cells ?? {})
  }

  /** Id of a row in this kit: the edit may name its id in the original. */
  #idHere({ kind, id, kit }: TypedRow): string {
    return kind !== 'draft' && kit === this.#kitId ? id : idInCopy(id)
  }
}

/** Pending cells of a row plus its edits, each stamped later than anything in the row. */
function rowOver(parts: KitParts, typed: TypedRow, kind: Kind, id: string): PendingRow {
  const { p, kitId } = parts
  const stored = parts.pending.get(id)
  const cells: Cells = { ...stored?.cells }
  let latest = latestStamp(mergeCells(parts.rows.get(id)?.cells ?? {}, cells))
  for (const [cell, [value, , at]] of typed.cells) {
    const now = packStamp(at, 0, NODE)
    latest = now > latest ? now : successor(latest, NODE)
    cells[cell] = [value, latest]
  }
  return { ...pendingOf({ p, kind, id, kit: kitId }, cells, 0), ...stored, cells }
}
