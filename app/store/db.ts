/** What this device keeps: one IndexedDB database, shared by every tab and the service worker. */
import type { Table } from 'dexie'

import Dexie from 'dexie'

import type { Cells, Json } from '#shared/cells.ts'
import type { Kind } from '#shared/schema.ts'

/** A row as the server has confirmed it. `p` is the principal it was pulled for. */
export interface StoredRow {
  p: string
  kind: Kind
  id: string
  /** The row's kit, its own id for a kit, '' for a row that stands alone. */
  kit: string
  mine: boolean
  cells: Cells
  /** Of a kit, so that a link finds it. */
  buildId?: string
}

/** The dirty cells of one row: what the server has not acknowledged yet. */
export interface PendingRow {
  p: string
  kind: Kind
  id: string
  kit: string
  cells: Cells
  /** `SHAPE_VERSION` when it was written. */
  shape: number
  /** How often the server answered "later" for it, and the time before which it is not sent. */
  tries: number
  next: number
  /** When it first became dirty, milliseconds. */
  at: number
  /** Waits until it is known whether the server has it; see heal.ts. */
  isHeld?: true
}

/** What is typed and not valid yet, word for word. Never sent. */
export interface Draft {
  p: string
  id: string
  cell: string
  text: string
}

/** A value the server refused or that lost against a later one. Leaves only by a press. */
export interface ProblemRow {
  id: string
  p: string
  at: number
  kind: Kind
  row: string
  kit: string
  cell: string
  value: Json
  code: string
}

/** A call of the REST API that waits for a signal. Repeating it does no harm: `id` is its key. */
export interface CallRow {
  id: string
  at: number
  kind: 'contact' | 'logout'
  /** JSON body of the call; of a logout the token that is to be revoked. */
  body: Json
  tries: number
  /** Not before, milliseconds. */
  next: number
  /** Why the server refused it for good, in words for people. */
  problem?: string
}

interface MetaRow {
  key: string
  value: Json
}

export class WrenchlistDatabase extends Dexie {
  declare meta: Table<MetaRow, string>
  declare rows: Table<StoredRow, [string, Kind, string]>
  declare pending: Table<PendingRow, [string, Kind, string]>
  declare drafts: Table<Draft, [string, string, string]>
  declare problems: Table<ProblemRow, string>
  declare calls: Table<CallRow, string>

  constructor(name = 'wrenchlist') {
    // Strict: a write that was acknowledged survives a crash of the system, at no measurable cost.
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      meta: 'key',
      rows: '[p+kind+id], [p+kit], [p+buildId]',
      pending: '[p+kind+id], [p+kit]',
      drafts: '[p+id+cell]',
      problems: 'id, [p+at]',
    })
    this.version(2).stores({ calls: 'id, kind' })
  }
}

export const db = new WrenchlistDatabase()
