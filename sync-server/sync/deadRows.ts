/**
 * Limits a kit's invisible rows. Tombstones keep their content, because an edit from elsewhere
 * revives one as it was; beyond a count or size the oldest are purged, as the collection would do
 * half a year later. The same applies to names of old versions and to beaten values.
 */
import type { Knex } from 'knex'

import type { StoredRow } from '#shared/sync/decide.ts'

import { isRowAlive } from '#shared/cells/cells.ts'
import { MAX_KIT_BYTES } from '#shared/kinds/kit.ts'
import { MAX_OPS } from '#shared/cells/limits.ts'
import { noteCollected, type Purged } from './noteCollected.ts'
import { IS_DEAD } from './read/tables.ts'

/** Per kind and kit: one request's deletions all stay. */
export const MAX_DEAD_ROWS = MAX_OPS
/** Per kind and kit, stored bytes of cells: stamps take as much as values. */
export const MAX_DEAD_BYTES = 2 * MAX_KIT_BYTES
/** Versions without content keep name and time. */
const MAX_OLD_VERSIONS = 500
const MAX_BEATEN = 500

interface Kept {
  table: 'lines' | 'steps' | 'versions' | 'beaten'
  /** Rows that may be purged. */
  where: string
  rows: number
  bytes: number
}

const KEPT: Record<'line' | 'step' | 'version' | 'beaten', Kept> = {
  line: { table: 'lines', where: IS_DEAD, rows: MAX_DEAD_ROWS, bytes: MAX_DEAD_BYTES },
  step: { table: 'steps', where: IS_DEAD, rows: MAX_DEAD_ROWS, bytes: MAX_DEAD_BYTES },
  version: {
    table: 'versions',
    where: `cells->'body' is null`,
    rows: MAX_OLD_VERSIONS,
    bytes: MAX_DEAD_BYTES,
  },
  beaten: { table: 'beaten', where: 'true', rows: MAX_BEATEN, bytes: MAX_DEAD_BYTES },
}

/** Purges excess rows in the kits of rows just stored; readers who missed them are told. */
export async function purgeExcess(
  trx: Knex.Transaction,
  changed: readonly StoredRow[],
): Promise<void> {
  const isKept = (row: StoredRow) =>
    row.kind === 'version' || row.kind === 'beaten' || !isRowAlive(row.cells)
  for (const kind of ['line', 'step', 'version', 'beaten'] as const) {
    const rows = changed.filter((row) => row.kind === kind && isKept(row))
    const kitIds = [...new Set(rows.map((row) => row.kit))]
    if (kitIds.length > 0) await purge(trx, KEPT[kind], kitIds)
  }
}

async function purge(
  trx: Knex.Transaction,
  { table, where, rows: most, bytes }: Kept,
  kitIds: readonly string[],
): Promise<void> {
  const { rows } = await trx.raw<{ rows: Purged[] }>(
    `with kept as (
       select kit_id, id,
         row_number() over newest as place,
         sum(octet_length(cells::text)) over newest as bytes
       from ${table} where kit_id = any(:kitIds) and ${where}
       window newest as (partition by kit_id order by owner_ver desc, id))
     delete from ${table} as t using kept
     where t.kit_id = kept.kit_id and t.id = kept.id
       and (kept.place > :most or kept.bytes > :bytes)
     returning t.kit_id, t.owner, t.kit_ver, t.owner_ver`,
    { kitIds: [...kitIds], most, bytes },
  )
  if (rows.length > 0) await noteCollected(trx, rows)
}
