/** Parts of the tables, for what reads IndexedDB itself. */
import type { ObservabilitySet, Table } from 'dexie'

import Dexie, { cmp, RangeSet } from 'dexie'

import type { Kind } from '#shared/kinds/schema.ts'

import type { RowKey, TableName } from './store.ts'

import { db, type PendingRow, type StoredRow } from './db.ts'

const INDEXES: Record<string, string> = {
  problems: '[p+at]',
  drafts: '[p+id+cell]',
  watches: '[p+key]',
}

/** A principal's rows of a table: by kit, problems by time. */
export function ofPrincipal<Row, Key>(table: Table<Row, Key>, principal: string) {
  const index = INDEXES[table.name] ?? '[p+kit]'
  return table.where(index).between([principal, Dexie.minKey], [principal, Dexie.maxKey])
}

/** A kit's rows, confirmed and pending. */
export function ofKit(
  principal: string,
  kitId: string,
): Promise<[rows: StoredRow[], pending: PendingRow[]]> {
  const key = [principal, kitId]
  return Promise.all([
    db.rows.where('[p+kit]').equals(key).toArray(),
    db.pending.where('[p+kit]').equals(key).toArray(),
  ])
}

/** A principal's rows of a kind, confirmed and pending. */
export function ofKind(
  principal: string,
  kind: Kind,
): Promise<[rows: StoredRow[], pending: PendingRow[]]> {
  const from = [principal, kind, Dexie.minKey]
  const to = [principal, kind, Dexie.maxKey]
  return Promise.all([
    db.rows.where('[p+kind+id]').between(from, to).toArray(),
    db.pending.where('[p+kind+id]').between(from, to).toArray(),
  ])
}

/** `ofKit` of several kits. One transaction: separate ones cost double. */
export function ofKits(
  principal: string,
  kitIds: readonly string[],
): Promise<[rows: StoredRow[], pending: PendingRow[]][]> {
  return db.transaction('r', db.rows, db.pending, () =>
    Promise.all(kitIds.map((kitId) => ofKit(principal, kitId))),
  )
}

/**
 * A principal's rows in key order, in runs of `atOnce`: no other order reads a run at once, and no
 * keystroke waits for thousands.
 * @param kind null for all kinds
 */
export async function* inRuns<Row extends StoredRow | PendingRow, Key>(
  table: Table<Row, Key>,
  principal: string,
  kind: Kind | null,
  atOnce: number,
): AsyncGenerator<Row[]> {
  const of = kind === null ? [principal] : [principal, kind]
  const last = [...of, Dexie.maxKey]
  for (let from: unknown[] = [...of, Dexie.minKey]; ;) {
    const rows = await table.where('[p+kind+id]').between(from, last, false).limit(atOnce).toArray()
    yield rows
    const end = rows.at(-1)
    if (!end || rows.length < atOnce) return
    from = [principal, end.kind, end.id]
  }
}

/** Primary keys written in a table; null among them for a range of unknown keys. */
export function writtenKeys(mutated: ObservabilitySet, table: TableName): Set<unknown> {
  const trees = ['', ':dels'].map((index) => mutated[`idb://${db.name}/${table}/${index}`])
  // Another tab's ranges arrive as plain objects.
  const ranges = trees.flatMap((tree) => (tree ? [...new RangeSet().add(tree)] : []))
  return new Set(ranges.map(({ from, to }) => (cmp(from, to) === 0 ? from : null)))
}

/** Rows of a principal that were written, confirmed or pending, by name; null for unknown keys. */
export function writtenRows(
  mutated: ObservabilitySet,
  principal: string,
): Map<string, RowKey> | null {
  const found = new Map<string, RowKey>()
  for (const key of [...writtenKeys(mutated, 'rows'), ...writtenKeys(mutated, 'pending')]) {
    if (key === null) return null
    const [owner, kind, id] = key as RowKey
    if (owner === principal) found.set(`${kind}:${id}`, [owner, kind, id])
  }
  return found
}
