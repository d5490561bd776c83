/**
 * The little that edit() and flush() need of a database, so that a simulation and fast tests can
 * put another one in its place. Everything is keyed by principal: no call reaches another's rows.
 */
import type { Json } from '#shared/cells.ts'
import type { Kind } from '#shared/schema.ts'
import type { PendingRow, ProblemRow, StoredRow } from './db.ts'

export interface StoreTx {
  getMeta(key: string): Promise<Json | undefined>
  putMeta(key: string, value: Json): Promise<void>
  getRow(p: string, kind: Kind, id: string): Promise<StoredRow | undefined>
  putRows(rows: StoredRow[]): Promise<void>
  deleteRows(keys: [string, Kind, string][]): Promise<void>
  rowsOfKit(p: string, kit: string): Promise<StoredRow[]>
  allRows(p: string): Promise<StoredRow[]>
  getPending(p: string, kind: Kind, id: string): Promise<PendingRow | undefined>
  putPending(rows: PendingRow[]): Promise<void>
  deletePending(keys: [string, Kind, string][]): Promise<void>
  pendingOfKit(p: string, kit: string): Promise<PendingRow[]>
  allPending(p: string): Promise<PendingRow[]>
  /** Gives the rows of a copy what is typed into the originals and not valid yet. */
  copyDrafts(p: string, ids: Record<string, string>): Promise<void>
  putProblem(problem: ProblemRow): Promise<void>
  /** Gives everything this device keeps of a kit to another principal. */
  moveKit(kit: string, from: string, to: string): Promise<void>
}

/** Where it is noted into which copy a kit has moved: each owner on this device has its own. */
export const movedKey = (p: string, kitId: string): string => `moved:${p}:${kitId}`

export interface Store {
  /** Runs `work` in one transaction over everything: all of it is stored, or nothing. */
  transact<T>(work: (tx: StoreTx) => Promise<T>): Promise<T>
}
