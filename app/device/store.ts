/**
 * The little that edit() and flush() need of a database, so that a simulation and fast tests can
 * put another one in its place. Everything is keyed by principal: no call reaches another's rows.
 */
import type { Json } from '#shared/sync/cells.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { PendingRow, ProblemRow, StoredRow } from './db.ts'

/** Whose row, of which kind, its id. */
export type RowKey = [p: string, kind: Kind, id: string]

export interface StoreTx {
  /** Says what is going to be asked for, one by one: a store may read it together, or do nothing. */
  expect(
    metas: readonly string[],
    rows: readonly RowKey[],
    pending: readonly RowKey[],
  ): Promise<void>
  getMeta(key: string): Promise<Json | undefined>
  putMeta(key: string, value: Json): Promise<void>
  getRow(p: string, kind: Kind, id: string): Promise<StoredRow | undefined>
  /** Several at once, in the order of their keys. */
  getRows(keys: readonly RowKey[]): Promise<(StoredRow | undefined)[]>
  putRows(rows: StoredRow[]): Promise<void>
  deleteRows(keys: RowKey[]): Promise<void>
  rowsOfKit(p: string, kit: string): Promise<StoredRow[]>
  allRows(p: string): Promise<StoredRow[]>
  /** So many rows at most by kind and id, after the one that is named "kind id"; '' for the first. */
  someRows(p: string, after: string, limit: number): Promise<StoredRow[]>
  getPending(p: string, kind: Kind, id: string): Promise<PendingRow | undefined>
  getPendings(keys: readonly RowKey[]): Promise<(PendingRow | undefined)[]>
  putPending(rows: PendingRow[]): Promise<void>
  deletePending(keys: RowKey[]): Promise<void>
  pendingOfKit(p: string, kit: string): Promise<PendingRow[]>
  allPending(p: string): Promise<PendingRow[]>
  /** Gives the rows of a copy what is typed into the originals and not valid yet. */
  copyDrafts(p: string, ids: Record<string, string>): Promise<void>
  getProblem(id: string): Promise<ProblemRow | undefined>
  problemsOf(p: string): Promise<ProblemRow[]>
  putProblem(problem: ProblemRow): Promise<void>
  deleteProblems(ids: string[]): Promise<void>
  /** Gives what was refused of a kit, and what is half typed in its rows, to another principal. */
  moveTexts(kit: string, ids: readonly string[], from: string, to: string): Promise<void>
}

/** Where it is noted into which copy a kit has moved: each owner on this device has its own. */
export const movedKey = (p: string, kitId: string): string => `moved:${p}:${kitId}`

/** Where it is noted that an owner's rows wait until the server was read anew; see heal.ts. */
export const healingKey = (p: string): string => `healing:${p}`

export interface Store {
  /** Runs `work` in one transaction over everything: all of it is stored, or nothing. */
  transact<T>(work: (tx: StoreTx) => Promise<T>): Promise<T>
}

/** What an edit needs of the device. */
export interface EditEnv {
  store: Store
  /** The device's own time, milliseconds. */
  now: () => number
  random: RandomBytes
  /** Cells that a kit begins with beside its build id. */
  newKit?: () => Record<string, Json>
}
