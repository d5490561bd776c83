/** Test helper: all stored rows, past every access rule. */
import type { Knex } from 'knex'

import type { Cells } from '#shared/cells/cells.ts'

import { ALL_KINDS } from '#shared/kinds/schema.ts'
import { TABLES, type TableRow } from './read/tables.ts'

/** Rows with owner and cells, by kind, kit and id. */
export async function storedRows(db: Knex): Promise<Map<string, { owner: string; cells: Cells }>> {
  const found = new Map<string, { owner: string; cells: Cells }>()
  for (const kind of ALL_KINDS) {
    const rows: TableRow[] = await db(TABLES[kind]).select('*')
    for (const { id, kit_id, owner, cells } of rows)
      found.set(`${kind} ${kit_id} ${id}`, { owner, cells })
  }
  return found
}
