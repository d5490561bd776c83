/** What was typed into a kit and no reading of the store has brought yet: it lies over what is stored. */
import type { Cells, Json } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { PendingRow } from '../../device/db.ts'
import type { Write } from '../../sync/write/pump.ts'
import type { KitParts } from './builds.ts'

import { SHAPE_VERSION } from '#shared/kinds/schema.ts'
import { latestStamp, mergeCells } from '#shared/sync/cells.ts'
import { packStamp, successor } from '#shared/sync/stamp.ts'
import { forks, idInCopy } from '../../sync/write/pump.ts'

/** Gives the stamps of what is not stored: they never leave this object. */
const NODE = '---------'

interface TypedRow extends Pick<Write, 'kind' | 'id' | 'kit'> {
  /** By cell, in the order in which they were typed last; each with its number. */
  cells: Map<string, [value: Json, number: number, at: number]>
}

export class TypedCells {
  readonly #kitId: string
  readonly #rows = new Map<string, TypedRow>()

  constructor(kitId: string) {
    this.#kitId = kitId
  }

  /**
   * Notes what was typed, where it belongs to the kit.
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

  /** Forgets what is stored, once it has been read. @param upTo the number of the last of it */
  forget(upTo: number): void {
    for (const [key, row] of this.#rows) {
      // It went into a copy: here it stays in sight until the screen turns to that.
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

  /** The parts of the kit with what was typed. */
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

  /** The cells of one row with what was typed into it. */
  cellsOf(parts: KitParts, kind: Kind, id: string): Cells {
    const pending = new Map(parts.pending)
    // Of a copy that has just been made it may have been typed under its old id and under its new one.
    for (const row of this.#rows.values()) {
      const isMeant = row.kind === kind && this.#idHere(row) === id
      if (isMeant) pending.set(id, rowOver({ ...parts, pending }, row, kind, id))
    }
    return mergeCells(parts.rows.get(id)?.cells ?? {}, pending.get(id)?.cells ?? {})
  }

  /** The id of a row in this kit: it may have been typed into what this is a copy of. */
  #idHere({ kind, id, kit }: TypedRow): string {
    return kind !== 'draft' && kit === this.#kitId ? id : idInCopy(id)
  }
}

/** A row's pending cells with what was typed into it, each later than anything in it before. */
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
  const row = { p, kind, id, kit: kitId, shape: SHAPE_VERSION, tries: 0, next: 0, at: 0 }
  return { ...row, ...stored, cells }
}
