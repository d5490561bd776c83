import Dexie from 'dexie'

import type { Cells } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'

import { db } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'

interface OwnRow {
  id: string
  cells: Cells
}

/** The current principal's rows of a kind, confirmed and pending. */
export async function readOwnRows(kind: Kind): Promise<{ rows: OwnRow[]; pending: OwnRow[] }> {
  const range = [
    [shownPrincipal(), kind, Dexie.minKey],
    [shownPrincipal(), kind, Dexie.maxKey],
  ] as const
  const read = (table: typeof db.rows | typeof db.pending) =>
    table
      .where('[p+kind+id]')
      .between(...range)
      .toArray()
  const [rows, pending] = await Promise.all([read(db.rows), read(db.pending)])
  return { rows, pending }
}
