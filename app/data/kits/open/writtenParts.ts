/** Tracks rows written to a kit since it was read, and re-reads only those. */
import type { ObservabilitySet } from 'dexie'

import { type KitParts, readTexts } from './builds.ts'
import { db } from '../../device/db.ts'
import { writtenKeys, writtenRows } from '../../device/ranges.ts'
import { movedKey, type RowKey } from '../../device/store.ts'

/** Above this, reading the whole kit is faster. */
const MOST_ROWS = 40

/** Rows written since the last read that may belong to the kit, by name. */
export type Written = ReadonlyMap<string, RowKey> | 'all'

/**
 * @param before null for nothing
 * @returns `before` when none of the writes can belong to the kit
 */
export function addWritten(
  before: Written | null,
  mutated: ObservabilitySet,
  principal: string,
  kitId: string,
): Written | null {
  const rows = writtenRows(mutated, principal)
  const moved = movedKey(principal, kitId)
  const texts = [...writtenKeys(mutated, 'drafts'), ...writtenKeys(mutated, 'meta')]
  const isText = (key: unknown) => key === moved || (Array.isArray(key) && key[0] === principal)
  if (rows?.size === 0 && !texts.some((key) => key === null || isText(key))) return before
  if (rows === null || before === 'all') return 'all'
  const all = new Map([...(before ?? []), ...rows])
  return all.size > MOST_ROWS ? 'all' : all
}

/** Re-reads the written rows of a kit, and what is typed in it, into its parts. */
export async function readAgain(
  parts: KitParts,
  written: Exclude<Written, 'all'>,
): Promise<KitParts> {
  const { p, kitId } = parts
  const keys = [...written.values()]
  const tables = [db.rows, db.pending, db.drafts, db.meta]
  const [rows, pending, texts] = await db.transaction('r', tables, async () =>
    // Both tables: a confirmed cell moves from pending to rows.
    Promise.all([db.rows.bulkGet(keys), db.pending.bulkGet(keys), readTexts(p, kitId)]),
  )
  const next = { p, kitId, rows: new Map(parts.rows), pending: new Map(parts.pending), ...texts }
  for (const [at, [, , id]] of keys.entries()) {
    replace(next.rows, id, ofKit(rows[at], kitId))
    replace(next.pending, id, ofKit(pending[at], kitId))
  }
  return next
}

function ofKit<Row extends { kit: string }>(row: Row | undefined, kitId: string): Row | undefined {
  return row?.kit === kitId ? row : undefined
}

function replace<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}
