/** Device database: one IndexedDB, shared by every tab and the service worker. */
import type { Table } from 'dexie'

import Dexie from 'dexie'

import { type Cells, type Json, latestStamp } from '#shared/cells/cells.ts'
import { type Kind, SHAPE_VERSION } from '#shared/kinds/schema.ts'
import { upcastCells } from '#shared/sync/upcast.ts'

import type { BasketOptions } from '#shared/catalogue/baskets/kitProblem.ts'
import type { ErrorReport } from '#shared/admin/errorReport.ts'
import type { Merchant, Offer, PartDetail, PartHistory } from '#shared/catalogue/part.ts'
import type { WaitReason } from '#shared/cells/limits.ts'
import type { Stamp } from '#shared/cells/stamp.ts'

/** A confirmed row. `p` is the principal it was pulled for. */
export interface StoredRow {
  p: string
  kind: Kind
  id: string
  /** Id of the row's kit; its own id for a kit, '' for a row that stands alone. */
  kit: string
  mine: boolean
  cells: Cells
  /** Kits only: indexed, so a link finds the kit. */
  buildId?: string
  /** `SHAPE_VERSION` when it was written; 1 if absent. */
  shape?: number
  /** Kits only: latest stamp of its rows, indexed to find the latest among thousands. */
  touched?: string
  /** Number of the full re-read that wrote the row; its end deletes rows without that number. */
  sweep?: number
  /** Read before the server rolled back, and not re-read yet; see recoverFromRollback.ts. */
  isOld?: true
}

/** Dirty cells of one row, not acknowledged by the server yet. */
export interface PendingRow {
  p: string
  kind: Kind
  id: string
  kit: string
  cells: Cells
  /** `SHAPE_VERSION` when it was written. */
  shape: number
  /** "Later" answers so far, and the time before which the row is not sent. */
  tries: number
  next: number
  /** Server limit the row waits for until `next`, if any. */
  why?: WaitReason | undefined
  /** When it first became dirty, milliseconds. */
  at: number
  /**
   * Held until a re-read shows whether the server has the row (recoverFromRollback.ts): by cell,
   * the stamps the server had once acknowledged.
   */
  held?: Record<string, Stamp>
  /**
   * Cells typed while this device had no confirmed row, as after a login: the server's value was on
   * no screen. Empty when none was typed, but sign-out removed the confirmed row.
   */
  blind?: readonly string[]
}

/** Name of a row: its owner, kind, id and kit. */
export type RowName = Pick<StoredRow, 'p' | 'kind' | 'id' | 'kit'>

/** Cells of a row to send. @param at when it first became dirty, milliseconds */
export function pendingOf(row: RowName, cells: Cells, at: number): PendingRow {
  const { p, kind, id, kit } = row
  return { p, kind, id, kit, cells, shape: SHAPE_VERSION, tries: 0, next: 0, at }
}

/** A value of a row for the person to decide about. @param at milliseconds */
export function problemOf(
  { p, kind, id, kit }: RowName,
  at: number,
  cell: string,
  value: Json,
  code: string,
): ProblemRow {
  return { id: `${id}:${cell}`, p, at, kind, row: id, kit, cell, value, code }
}

/** Text typed and not valid yet, verbatim. Never sent. */
export interface Draft {
  p: string
  id: string
  cell: string
  text: string
}

/** A refused or overwritten value. Leaves only by a press. */
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
  /** Stamp a refused value was sent with: an earlier refusal does not replace it. */
  stamp?: string
}

/** A queued REST call. Idempotent: `id` is its key. */
export interface CallRow {
  id: string
  at: number
  kind: 'contact' | 'logout' | 'event'
  /** JSON body; for a logout the token to revoke, for an event the event. */
  body: Json
  tries: number
  /** No retry before this time, milliseconds. */
  next: number
  /** Server's words for a final refusal. */
  problem?: string
}

/** Reports of one fault, queued or sent; see reportRing.ts. */
export interface ReportRow {
  /** Fingerprint that groups them. */
  key: string
  /** Latest report, with secrets stripped. */
  report: ErrorReport
  /** Reports not sent yet. */
  count: number
  /** Batch under way and its id: the server may have it already. */
  trying?: { id: string; count: number }
  at: number
  bytes: number
  /** Batches sent, failed tries, and the time before the next try. */
  sent: number
  tries: number
  next: number
}

/** Catalogue's last answer on a part; see parts.ts. Public, so shared by all principals. */
export interface PartRow {
  /** Normalized number and brand, joined by a space. */
  key: string
  number: string
  partNumber: string
  brand: string
  name: string
  isDemo: boolean
  prices: Offer[]
  merchants: Merchant[]
  /** Rest of the part's page; null when only prices were fetched. */
  page: Omit<PartDetail, 'prices' | 'merchants'> | null
  history: PartHistory | null
  /** When the server answered, milliseconds. */
  at: number
}

/** A part whose price somebody waits for. Never leaves the device. */
export interface WatchRow {
  p: string
  key: string
  partNumber: string
  brand: string
  name: string
  /** Null when only stock is watched. */
  targetCents: number | null
  isForStock?: boolean
  /** Kits only: options of the basket. */
  basket?: BasketOptions
  /** When it was set, milliseconds. */
  at: number
  /** The account has this version; never set without an account. */
  isSent?: boolean
  /** Deleted here, and the account does not know yet. */
  isGone?: boolean
}

/** A note of the device, also on its principals. */
export interface MetaRow {
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
    // Strict: an acknowledged write survives a system crash, at no measurable cost.
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
            // `false` tells Dexie to leave the row as it is.
            (row) => row.kind === 'kit' && !!(row.touched = latestStamp(row.cells)),
          ),
      )
    this.version(4).stores({ reports: 'key, at' })
    this.version(5).stores({ parts: 'key, number, at', watches: '[p+key]' })
    // Also upcasts rows that an old tab beside this one still writes.
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
