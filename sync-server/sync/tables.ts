/** Which table holds which kind of row, and the shape that all of them share. */
import type { Cells } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'

import { NO_CONTENT } from '#shared/sync/cells.ts'

export const TABLES = {
  kit: 'kits',
  line: 'lines',
  step: 'steps',
  version: 'versions',
  comment: 'comments',
  task: 'tasks',
  log: 'log_entries',
  beaten: 'beaten',
} as const satisfies Record<Kind, string>

/** Of a kit: neither deleted by its owner nor hidden by an administrator. */
export const IS_OPEN = `kits.hidden_at is null and coalesce(kits.cells->'del'->>0, 'false') <> 'true'`

export const ALL_KINDS = Object.keys(TABLES) as Kind[]

/** A row as it is read; bigint columns come as text. */
export interface TableRow {
  kit_id: string
  id: string
  owner: string
  cells: Cells
  kit_ver: string
  owner_ver: string
}

/** Of a row of a kit or a log: deleted, and not brought back by a later value (`isRowAlive`). */
export const IS_DEAD = `(cells->'del'->>0 = 'true' and not exists (select from jsonb_each(cells) as cell
  where cell.key not in (${NO_CONTENT.map((name) => `'${name}'`).join(', ')}) and (cell.value->>1) collate "C" > (cells->'del'->>1) collate "C"))`
