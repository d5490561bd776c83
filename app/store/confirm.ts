import type { Cells } from '#shared/cells.ts'
import type { PulledRow } from '#shared/protocol.ts'
import type { StoredRow } from './db.ts'
import type { StoreTx } from './store.ts'

import { latestStamp, mergeCells } from '#shared/cells.ts'
import { isContent, SHAPE_VERSION } from '#shared/schema.ts'

/**
 * Merges cells into the confirmed row.
 * @param sweep of a reading anew: what was known before it is replaced, not merged
 */
export async function confirm(
  tx: StoreTx,
  p: string,
  { kind, id, kit, mine }: Omit<PulledRow, 'cells'>,
  cells: Cells,
  sweep = 0,
): Promise<void> {
  const known = await tx.getRow(p, kind, id)
  // Read from a server that went back since: what it says now is all it has.
  const isOld = known?.isOld === true || (sweep > 0 && known?.sweep !== sweep)
  const merged = isOld ? cells : mergeCells(known?.cells ?? {}, cells)
  const stored: StoredRow = { p, kind, id, kit, mine, cells: merged, shape: SHAPE_VERSION }
  const swept = sweep || known?.sweep
  if (swept) stored.sweep = swept
  const latest = latestStamp(merged)
  if (kind === 'kit') {
    stored.touched = later(known?.touched, latest)
    const buildId = merged['buildId']?.[0]
    if (typeof buildId === 'string') {
      stored.buildId = buildId
      const before = known?.buildId
      if (before !== undefined && before !== buildId) {
        await tx.putMeta(`drawn:${before}`, { kitId: id, at: 0 })
      }
    }
  }
  await tx.putRows([stored])
  if (kind !== 'kit' && isContent(kind)) await touch(tx, p, kit, latest)
}

const later = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b)

/** Notes when the latest change of a kit was. */
async function touch(tx: StoreTx, p: string, kitId: string, stamp: string): Promise<void> {
  const kit = await tx.getRow(p, 'kit', kitId)
  if (!kit || (kit.touched ?? '') >= stamp) return
  await tx.putRows([{ ...kit, touched: stamp }])
}
