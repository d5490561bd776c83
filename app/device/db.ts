/** What this device keeps: one IndexedDB database, shared by every tab and the service worker. */
import type { Table } from 'dexie'

import Dexie from 'dexie'

import { latestStamp } from '#shared/sync/cells.ts'
import { SHAPE_VERSION } from '#shared/kinds/schema.ts'
import { upcastCells } from '#shared/sync/upcast.ts'

import type { BasketOptions } from '#shared/catalogue/baskets/kitProblem.ts'
import type { Cells, Json } from '#shared/sync/cells.ts'
import type { ErrorReport } from '#shared/errorReport.ts'
import type { Merchant, Offer, PartDetail, PartHistory } from '#shared/catalogue/part.ts'
import type { WaitReason } from '#shared/sync/limits.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Stamp } from '#shared/sync/stamp.ts'

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
  /** `SHAPE_VERSION` when it was written; 1 without it. */
  shape?: number
  /** Of a kit: the latest stamp of its rows, so that the latest kits are found among thousands. */
  touched?: string
  /** Written by a reading anew from the start, which ends by taking away what it did not write. */
  sweep?: number
  /** Read before the server went back in time, and not again yet; see heal.ts. */
  isOld?: true
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
  /** For which limit of the server it waits until `next`, if it is for one. */
  why?: WaitReason | undefined
  /** When it first became dirty, milliseconds. */
  at: number
  /**
   * Waits until it is known whether the server has it, see heal.ts: the stamps, by cell, that the
   * server had once said it has.
   */
  held?: Record<string, Stamp>
  /**
   * Cells that were typed while nothing of the row but what waits was here, as after a login: what
   * the server has there was on no screen, though this device may have typed it once.
   * Empty where none was typed yet, but the rest of the row went when somebody signed out.
   */
  blind?: readonly string[]
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
  /** With which stamp a refused value was sent: an earlier one does not take its place. */
  stamp?: string
}

/** A call of the REST API that waits for a signal. Repeating it does no harm: `id` is its key. */
export interface CallRow {
  id: string
  at: number
  kind: 'contact' | 'logout' | 'event'
  /** JSON body of the call; of a logout the token that is to be revoked; one event to be counted. */
  body: Json
  tries: number
  /** Not before, milliseconds. */
  next: number
  /** Why the server refused it for good, in words for people. */
  problem?: string
}

/** Reports of one fault that wait to be sent, or were; see reportRing.ts. */
export interface ReportRow {
  /** What they have in common. */
  key: string
  /** The latest of them, clean. */
  report: ErrorReport
  /** How many the server does not have. */
  count: number
  /** Those of them that are on their way, and their name: the server may have them already. */
  trying?: { id: string; count: number }
  at: number
  bytes: number
  /** How often some were sent, how often a try failed, and the time before which none is made. */
  sent: number
  tries: number
  next: number
}

/** What the catalogue last said of a part; see parts.ts. Public, so the same for every principal. */
export interface PartRow {
  /** Number and brand as they are compared, with a space between them. */
  key: string
  number: string
  partNumber: string
  brand: string
  name: string
  isDemo: boolean
  prices: Offer[]
  merchants: Merchant[]
  /** Everything else of its page; null when only its prices were asked for. */
  page: Omit<PartDetail, 'prices' | 'merchants'> | null
  history: PartHistory | null
  /** When the server said so, milliseconds. */
  at: number
}

/** A part whose price somebody waits for. Never leaves the device. */
export interface WatchRow {
  p: string
  key: string
  partNumber: string
  brand: string
  name: string
  /** Null where only the stock is waited for. */
  targetCents: number | null
  isForStock?: boolean
  /** Of a kit: what was wanted of the basket. */
  basket?: BasketOptions
  /** When it was set, milliseconds. */
  at: number
  /** Its account has it as it stands here; never without an account. */
  isSent?: boolean
  /** It was taken away here, and its account does not know yet. */
  isGone?: boolean
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
  declare reports: Table<ReportRow, string>
  declare parts: Table<PartRow, string>
  declare watches: Table<WatchRow, [string, string]>

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
    this.version(3)
      .stores({ rows: '[p+kind+id], [p+kit], [p+buildId], [p+touched]' })
      .upgrade((tx) =>
        tx
          .table<StoredRow>('rows')
          .toCollection()
          .modify(
            // False: left as it is.
            (row) => row.kind === 'kit' && !!(row.touched = latestStamp(row.cells)),
          ),
      )
    this.version(4).stores({ reports: 'key, at' })
    this.version(5).stores({ parts: 'key, number, at', watches: '[p+key]' })
    // Also what an old tab beside this one still writes.
    this.rows.hook('reading', upcastRow)
    this.pending.hook('reading', upcastRow)
  }
}

function upcastRow<Row extends StoredRow | PendingRow>(row: Row | undefined): Row | undefined {
  if (!row || (row.shape ?? 1) === SHAPE_VERSION) return row
  const cells = upcastCells(row.kind, row.cells, row.shape ?? 1)
  return { ...row, cells, shape: SHAPE_VERSION }
}

export const db = new WrenchlistDatabase()
