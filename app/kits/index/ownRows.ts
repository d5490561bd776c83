import Dexie from 'dexie'

import type { Cells } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'

import { db } from '../../device/db.ts'
import { principal } from '../../device/device.ts'

interface OwnRow {
  id: string
  cells: Cells
}

/** The rows of a kind that whoever is here has: what the server knows, and what waits for it. */
export async function readOwnRows(kind: Kind): Promise<{ rows: OwnRow[]; pending: OwnRow[] }> {
  const range = [
    [principal(), kind, Dexie.minKey],
    [principal(), kind, Dexie.maxKey],
  ] as const
  const read = (table: typeof db.rows | typeof db.pending) =>
    table
      .where('[p+kind+id]')
      .between(...range)
      .toArray()
  const [rows, pending] = await Promise.all([read(db.rows), read(db.pending)])
  return { rows, pending }
}
