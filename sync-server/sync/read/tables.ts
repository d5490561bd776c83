/** Table of each kind, and the columns they share. */
import type { Kind } from '#shared/kinds/schema.ts'

import { type Cells, NO_CONTENT } from '#shared/cells/cells.ts'

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

/** For kits: neither deleted by its owner nor hidden by an administrator. */
export const IS_OPEN = `kits.hidden_at is null and coalesce(kits.cells->'del'->>0, 'false') <> 'true'`

/** A row as read; bigint columns are text. */
export interface TableRow {
  kit_id: string
  id: string
  owner: string
  cells: Cells
  kit_ver: string
  owner_ver: string
}

/** For rows of a kit or the log: deleted, and not revived by a later value (`isRowAlive`). */
export const IS_DEAD = `(cells->'del'->>0 = 'true' and not exists (select from jsonb_each(cells) as cell
  where cell.key not in (${NO_CONTENT.map((name) => `'${name}'`).join(', ')}) and (cell.value->>1) collate "C" > (cells->'del'->>1) collate "C"))`
