import type { PulledRow } from '#shared/sync/protocol.ts'
import { pendingOf, type StoredRow } from '../../device/db.ts'
import { type StoreTx, putMeta } from '../../device/store.ts'

import { beats, type Cells, latestStamp, mergeCells } from '#shared/cells/cells.ts'
import { isContent, sendableCells, SHAPE_VERSION } from '#shared/kinds/schema.ts'
import { msOf } from '#shared/cells/stamp.ts'

/**
 * Merges cells into the confirmed row.
 * @param sweep number of a re-read: older cells are replaced, not merged
 * @param fixed cells the server never changes: they win even with an earlier stamp
 */
export async function confirm(
  tx: StoreTx,
  principal: string,
  { kind, id, kit, mine }: Omit<PulledRow, 'cells'>,
  cells: Cells,
  sweep = 0,
  fixed: Cells = {},
): Promise<void> {
  const known = await tx.get('rows', [principal, kind, id])
  // Stale since a rollback or a re-read: the server's cells are all it has.
  const isOld = known?.isOld === true || (sweep > 0 && known?.sweep !== sweep)
  if (isOld && known && mine && known.mine) await sendLater(tx, known, cells)
  const merged = isOld ? cells : mergeCells(known?.cells ?? {}, cells)
  const all = { ...merged, ...fixed }
  const stored: StoredRow = { p: principal, kind, id, kit, mine, cells: all, shape: SHAPE_VERSION }
  const swept = sweep || known?.sweep
  if (swept) stored.sweep = swept
  const latest = latestStamp(all)
  if (kind === 'kit') {
    stored.touched = later(known?.touched, latest)
    const buildId = all['buildId']?.[0]
    if (typeof buildId === 'string') {
      stored.buildId = buildId
      const before = known?.buildId
      if (before !== undefined && before !== buildId) {
        await putMeta(tx, `drawn:${before}`, { kitId: id, at: 0 })
      }
    }
  }
  await tx.put('rows', [stored])
  if (kind !== 'kit' && isContent(kind)) await touch(tx, principal, kit, latest)
}

/** Queues cells that beat the server's: it has lost them. */
export async function sendLater(tx: StoreTx, known: StoredRow, there: Cells): Promise<void> {
  const { p, kind, id } = known
  const lost = Object.entries(sendableCells(kind, known.cells)).filter(([name, cell]) =>
    beats(cell, there[name]),
  )
  if (lost.length === 0) return
  const before = await tx.get('pending', [p, kind, id])
  const cells = mergeCells(Object.fromEntries(lost), before?.cells ?? {})
  const waiting = pendingOf(known, cells, msOf(latestStamp(cells)))
  await tx.put('pending', [{ ...waiting, ...before, cells }])
}

const later = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b)

async function touch(tx: StoreTx, principal: string, kitId: string, stamp: string): Promise<void> {
  const kit = await tx.get('rows', [principal, 'kit', kitId])
  if (!kit || (kit.touched ?? '') >= stamp) return
  await tx.put('rows', [{ ...kit, touched: stamp }])
}
