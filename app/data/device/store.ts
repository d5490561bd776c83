/**
 * Minimal store that edit() and flush() need, so simulations and fast tests can swap the database.
 * Ranges are keyed by principal: none reaches another's rows.
 */
import { type Cells, type Json, mergeCells } from '#shared/cells/cells.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Draft, MetaRow, PendingRow, ProblemRow, RowName, StoredRow } from './db.ts'

export type RowKey = [p: string, kind: Kind, id: string]

/** Tables of a transaction. */
export interface Rows {
  meta: MetaRow
  rows: StoredRow
  pending: PendingRow
  problems: ProblemRow
  drafts: Draft
}

export interface Keys {
  meta: string
  rows: RowKey
  pending: RowKey
  problems: string
  drafts: [p: string, id: string, cell: string]
}

export type TableName = keyof Rows

/** Part of a principal's rows; everything without it. */
export interface Part {
  kit?: string
  /** By kind and id, after the row named "kind id" (keyset); '' starts. */
  after?: string
  /** Only with `after`. */
  limit?: number
}

export interface StoreTx {
  get<T extends TableName>(table: T, key: Keys[T]): Promise<Rows[T] | undefined>
  /** Reads in the order of `keys`. */
  many<T extends TableName>(table: T, keys: readonly Keys[T][]): Promise<(Rows[T] | undefined)[]>
  put<T extends TableName>(table: T, rows: readonly Rows[T][]): Promise<void>
  delete<T extends TableName>(table: T, keys: readonly Keys[T][]): Promise<void>
  /** A principal's rows: by kit, kind and id; problems by time. */
  range<T extends Exclude<TableName, 'meta'>>(
    table: T,
    principal: string,
    part?: Part,
  ): Promise<Rows[T][]>
}

export const TABLES = ['meta', 'rows', 'pending', 'problems', 'drafts'] as const

export const rowKey = ({ p, kind, id }: Omit<RowName, 'kit'>): RowKey => [p, kind, id]

const KEYS: { [T in TableName]: (row: Rows[T]) => Keys[T] } = {
  meta: ({ key }) => key,
  rows: rowKey,
  pending: rowKey,
  problems: ({ id }) => id,
  drafts: ({ p, id, cell }) => [p, id, cell],
}

/** Key of a row. */
export const keyOf = <T extends TableName>(table: T, row: Rows[T]): Keys[T] => KEYS[table](row)

/** Deletes rows, confirmed or pending ones. */
export const deleteRows = (
  tx: StoreTx,
  table: 'rows' | 'pending',
  rows: readonly Omit<RowName, 'kit'>[],
): Promise<void> => tx.delete(table, rows.map(rowKey))

/** A key as text. */
export const nameOf = (key: Keys[TableName]): string =>
  typeof key === 'string' ? key : key.join(' ')

type Ranged = Rows[Exclude<TableName, 'meta'>]

/** Rows of a range in its order, by their keys as text. */
export function inOrder<Row extends Ranged>(found: Iterable<[string, Row]>, part: Part): Row[] {
  const placeOf = (row: Row) => ('code' in row ? row.at : 'kit' in row ? row.kit : '')
  const sorted = [...found].sort(([name, one], [other, two]) => {
    const [a, b] = part.after === undefined ? [placeOf(one), placeOf(two)] : ['', '']
    return a === b ? (name < other ? -1 : 1) : a < b ? -1 : 1
  })
  return sorted.slice(0, part.limit).map(([, row]) => row)
}

/** Whether a row lies in a range. @param name its key as text */
export function isInPart(
  row: Ranged,
  name: string,
  principal: string,
  { kit, after }: Part,
): boolean {
  if (row.p !== principal || (kit !== undefined && !('kit' in row && row.kit === kit))) return false
  return after === undefined || after === '' || name > `${principal} ${after}`
}

/** Value of a `meta` row. */
export async function getMeta(tx: StoreTx, key: string): Promise<Json | undefined> {
  return (await tx.get('meta', key))?.value
}

export function putMeta(tx: StoreTx, key: string, value: Json): Promise<void> {
  return tx.put('meta', [{ key, value }])
}

/** Confirmed and pending rows of a kit, the confirmed ones first. */
export async function allOfKit(
  tx: StoreTx,
  principal: string,
  kit: string,
): Promise<(StoredRow | PendingRow)[]> {
  const rows = await tx.range('rows', principal, { kit })
  return [...rows, ...(await tx.range('pending', principal, { kit }))]
}

/** Cells of a row as shown: the pending ones over the confirmed. */
export async function shownCells(tx: StoreTx, key: RowKey): Promise<Cells> {
  const confirmed = await tx.get('rows', key)
  return mergeCells(confirmed?.cells ?? {}, (await tx.get('pending', key))?.cells ?? {})
}

/** Rows by id, with the cells that win: a row may be given several times, as pending and confirmed. */
export function mergedRows<Row extends { id: string; cells: Cells }>(
  rows: Iterable<Row>,
): Map<string, Row> {
  const merged = new Map<string, Row>()
  for (const row of rows) {
    const known = merged.get(row.id)
    merged.set(row.id, known ? { ...row, cells: mergeCells(known.cells, row.cells) } : row)
  }
  return merged
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
