/** For tests: everything that is stored, past every rule of who may see it. */
import type { Knex } from 'knex'

import type { Cells } from '#shared/sync/cells.ts'

import { ALL_KINDS, TABLES, type TableRow } from './tables.ts'

/** All rows with their owners and cells, by kind, kit and id. */
export async function storedRows(db: Knex): Promise<Map<string, { owner: string; cells: Cells }>> {
  const found = new Map<string, { owner: string; cells: Cells }>()
  for (const kind of ALL_KINDS) {
    const rows: TableRow[] = await db(TABLES[kind]).select('*')
    for (const { id, kit_id, owner, cells } of rows)
      found.set(`${kind} ${kit_id} ${id}`, { owner, cells })
  }
  return found
}
