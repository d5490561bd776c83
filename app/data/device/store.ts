/**
 * Minimal store that edit() and flush() need, so simulations and fast tests can swap the database.
 * Everything is keyed by principal: no call reaches another's rows.
 */
import type { Json } from '#shared/cells/cells.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { PendingRow, ProblemRow, StoredRow } from './db.ts'

export type RowKey = [p: string, kind: Kind, id: string]

export interface StoreTx {
  /** Hints upcoming reads: a store may prefetch them together, or ignore it. */
  expect(
    metas: readonly string[],
    rows: readonly RowKey[],
    pending: readonly RowKey[],
  ): Promise<void>
  getMeta(key: string): Promise<Json | undefined>
  putMeta(key: string, value: Json): Promise<void>
  getRow(principal: string, kind: Kind, id: string): Promise<StoredRow | undefined>
  /** Reads in the order of `keys`. */
  getRows(keys: readonly RowKey[]): Promise<(StoredRow | undefined)[]>
  putRows(rows: StoredRow[]): Promise<void>
  deleteRows(keys: RowKey[]): Promise<void>
  rowsOfKit(principal: string, kit: string): Promise<StoredRow[]>
  allRows(principal: string): Promise<StoredRow[]>
  /** At most `limit` rows by kind and id, after the row named "kind id" (keyset); '' starts. */
  someRows(principal: string, after: string, limit: number): Promise<StoredRow[]>
  getPending(principal: string, kind: Kind, id: string): Promise<PendingRow | undefined>
  getPendings(keys: readonly RowKey[]): Promise<(PendingRow | undefined)[]>
  putPending(rows: PendingRow[]): Promise<void>
  deletePending(keys: RowKey[]): Promise<void>
  pendingOfKit(principal: string, kit: string): Promise<PendingRow[]>
  allPending(principal: string): Promise<PendingRow[]>
  /** Copies drafts to the rows of a copied kit. */
  copyDrafts(principal: string, ids: Record<string, string>): Promise<void>
  getProblem(id: string): Promise<ProblemRow | undefined>
  problemsOf(principal: string): Promise<ProblemRow[]>
  putProblem(problem: ProblemRow): Promise<void>
  deleteProblems(ids: string[]): Promise<void>
  /** Moves a kit's refused values and its rows' drafts to another principal. */
  moveTexts(kit: string, ids: readonly string[], from: string, to: string): Promise<void>
}

/** Meta key of the copy a kit moved into; per principal. */
export const movedKey = (principal: string, kitId: string): string => `moved:${principal}:${kitId}`

/** Meta key set while a principal's rows are held for a re-read (recoverFromRollback.ts). */
export const recoveryKey = (principal: string): string => `healing:${principal}`

export interface Store {
  /** Runs `work` in one transaction over all tables: all or nothing. */
  transact<T>(work: (tx: StoreTx) => Promise<T>): Promise<T>
}

export interface EditEnv {
  store: Store
  /** Uncorrected device clock, milliseconds. */
  now: () => number
  random: RandomBytes
  /** Cells of a new kit besides its build id. */
  newKit?: () => Record<string, Json>
}
