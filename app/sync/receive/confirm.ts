import type { Cells } from '#shared/sync/cells.ts'
import type { PulledRow } from '#shared/sync/protocol.ts'
import type { StoredRow } from '../../device/db.ts'
import type { StoreTx } from '../../device/store.ts'

import { beats, latestStamp, mergeCells } from '#shared/sync/cells.ts'
import { isContent, sendableCells, SHAPE_VERSION } from '#shared/kinds/schema.ts'
import { msOf } from '#shared/sync/stamp.ts'

/**
 * Merges cells into the confirmed row.
 * @param sweep of a reading anew: what was known before it is replaced, not merged
 * @param fixed what the server never changes: so it is there, also where its stamp is the earlier
 */
export async function confirm(
  tx: StoreTx,
  p: string,
  { kind, id, kit, mine }: Omit<PulledRow, 'cells'>,
  cells: Cells,
  sweep = 0,
  fixed: Cells = {},
): Promise<void> {
  const known = await tx.getRow(p, kind, id)
  // Read from a server that went back since: what it says now is all it has.
  const isOld = known?.isOld === true || (sweep > 0 && known?.sweep !== sweep)
  if (isOld && known && mine && known.mine) await sendLater(tx, known, cells)
  const merged = isOld ? cells : mergeCells(known?.cells ?? {}, cells)
  const all = { ...merged, ...fixed }
  const stored: StoredRow = { p, kind, id, kit, mine, cells: all, shape: SHAPE_VERSION }
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
        await tx.putMeta(`drawn:${before}`, { kitId: id, at: 0 })
      }
    }
  }
  await tx.putRows([stored])
  if (kind !== 'kit' && isContent(kind)) await touch(tx, p, kit, latest)
}

/** What beats the server's own words here, it has lost: it waits to be sent again. */
export async function sendLater(tx: StoreTx, known: StoredRow, there: Cells): Promise<void> {
  const { p, kind, id, kit } = known
  const lost = Object.entries(sendableCells(kind, known.cells)).filter(([name, cell]) =>
    beats(cell, there[name]),
  )
  if (lost.length === 0) return
  const before = await tx.getPending(p, kind, id)
  const cells = mergeCells(Object.fromEntries(lost), before?.cells ?? {})
  const at = msOf(latestStamp(cells))
  const waiting = { p, kind, id, kit, shape: SHAPE_VERSION, tries: 0, next: 0, at }
  await tx.putPending([{ ...waiting, ...before, cells }])
}

const later = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b)

/** Notes when the latest change of a kit was. */
async function touch(tx: StoreTx, p: string, kitId: string, stamp: string): Promise<void> {
  const kit = await tx.getRow(p, 'kit', kitId)
  if (!kit || (kit.touched ?? '') >= stamp) return
  await tx.putRows([{ ...kit, touched: stamp }])
}
