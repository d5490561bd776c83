import type { Cells } from '#shared/cells.ts'
import type { PulledRow } from '#shared/protocol.ts'
import type { StoredRow } from './db.ts'
import type { StoreTx } from './store.ts'

import { mergeCells } from '#shared/cells.ts'

/** Merges cells into the confirmed row. */
export async function confirm(
  tx: StoreTx,
  p: string,
  row: Omit<PulledRow, 'cells'>,
  cells: Cells,
): Promise<void> {
  const known = await tx.getRow(p, row.kind, row.id)
  const merged = mergeCells(known?.cells ?? {}, cells)
  const stored: StoredRow = {
    p,
    kind: row.kind,
    id: row.id,
    kit: row.kit,
    mine: row.mine,
    cells: merged,
  }
  const buildId = merged['buildId']?.[0]
  if (row.kind === 'kit' && typeof buildId === 'string') {
    stored.buildId = buildId
    const before = known?.buildId
    if (before !== undefined && before !== buildId) {
      await tx.putMeta(`drawn:${before}`, { kitId: row.id, at: 0 })
    }
  }
  await tx.putRows([stored])
}
