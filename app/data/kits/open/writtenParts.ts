/** Tracks rows written to a kit since it was read, and re-reads only those. */
import type { ObservabilitySet } from 'dexie'

import type { KitParts } from './builds.ts'

import { db } from '../../device/db.ts'
import { writtenKeys } from '../../device/ranges.ts'
import { movedKey, type RowKey, type TableName } from '../../device/store.ts'

/** Above this, reading the whole kit is faster. */
const MOST_ROWS = 40

/** Rows written since the last read that may belong to the kit. */
export interface Written {
  /** Too many to list: read everything. */
  isAll: boolean
  rows: Map<string, RowKey>
  drafts: Map<string, [p: string, id: string, cell: string]>
  hasMoved: boolean
}

export const nothingWritten = (): Written => ({
  isAll: false,
  rows: new Map(),
  drafts: new Map(),
  hasMoved: false,
})

/** @returns null when none of the writes can belong to the kit */
export function addWritten(
  before: Written,
  mutated: ObservabilitySet,
  principal: string,
  kitId: string,
): Written | null {
  const keys = (table: TableName) => writtenKeys(mutated, table)
  const rows = [...keys('rows'), ...keys('pending')]
  const drafts = keys('drafts')
  const moved = movedKey(principal, kitId)
  const hasMoved = [...keys('meta')].some((key) => key === null || key === moved)
  const isAll = [...rows, ...drafts].includes(null)
  let isNew = isAll || hasMoved
  const next = { ...before, isAll: before.isAll || isAll, hasMoved: before.hasMoved || hasMoved }
  for (const key of rows) {
    const [owner, kind, id] = (key ?? []) as Partial<RowKey>
    if (owner !== principal || kind === undefined || id === undefined) continue
    next.rows.set(`${kind}:${id}`, [principal, kind, id])
    isNew = true
  }
  for (const key of drafts) {
    const [owner, id, cell] = (key ?? []) as Partial<[string, string, string]>
    if (owner !== principal || id === undefined || cell === undefined) continue
    next.drafts.set(`${id}:${cell}`, [principal, id, cell])
    isNew = true
  }
  if (next.rows.size > MOST_ROWS) next.isAll = true
  return isNew ? next : null
}

/** Re-reads the written rows of a kit into its parts. */
export async function readAgain(parts: KitParts, written: Written): Promise<KitParts> {
  const { p, kitId } = parts
  const keys = [...written.rows.values()]
  const texts = [...written.drafts.values()]
  const tables = [db.rows, db.pending, db.drafts, db.meta]
  const [rows, pending, drafts, moved] = await db.transaction('r', tables, async () =>
    Promise.all([
      // Both tables: a confirmed cell moves from pending to rows.
      keys.length > 0 ? db.rows.bulkGet(keys) : [],
      keys.length > 0 ? db.pending.bulkGet(keys) : [],
      texts.length > 0 ? db.drafts.bulkGet(texts) : [],
      written.hasMoved ? db.meta.get(movedKey(p, kitId)) : undefined,
    ]),
  )
  const next: KitParts = {
    ...parts,
    rows: new Map(parts.rows),
    pending: new Map(parts.pending),
    drafts: new Map(parts.drafts),
    moved: written.hasMoved ? moved?.value : parts.moved,
  }
  for (const [at, [, , id]] of keys.entries()) {
    replace(next.rows, id, ofKit(rows[at], kitId))
    replace(next.pending, id, ofKit(pending[at], kitId))
  }
  for (const [at, [, id, cell]] of texts.entries()) {
    replace(next.drafts, `${id}:${cell}`, drafts[at]?.text)
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
