/**
 * What a kit keeps of what nobody is shown has an end. Deleted rows keep their content, because an
 * edit made elsewhere brings one back as it was; the oldest go once there are too many or they hold
 * too much, as the collection half a year later would have it. The same for names of old versions and
 * for values that were overwritten.
 */
import type { Knex } from 'knex'

import type { StoredRow } from '#shared/sync/decide.ts'

import { isRowAlive } from '#shared/sync/cells.ts'
import { MAX_KIT_BYTES } from '#shared/kinds/kit.ts'
import { MAX_OPS } from '#shared/sync/limits.ts'
import { noteCollected, type Purged } from './noteCollected.ts'
import { IS_DEAD } from './tables.ts'

/** Of one kind in a kit: one request can delete so many, and none of its own goes at once. */
export const MAX_DEAD_ROWS = MAX_OPS
/** Of one kind in a kit, bytes of cells as they are stored: stamps take as much as what was typed. */
export const MAX_DEAD_BYTES = 2 * MAX_KIT_BYTES
/** Names and times of versions whose content has gone. */
const MAX_OLD_VERSIONS = 500
const MAX_BEATEN = 500

interface Kept {
  table: 'lines' | 'steps' | 'versions' | 'beaten'
  /** Which rows are kept for a while only. */
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

/** Purges what is too much in the kits of rows that were just stored; whoever missed it is told. */
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
