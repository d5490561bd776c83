/** Notices for changes an answer made, although nothing was refused. */
import type { OpResult, PulledRow } from '#shared/sync/protocol.ts'
import type { PendingRow } from '../../device/db.ts'
import type { EditEnv, StoreTx } from '../../device/store.ts'

import { isKitAlive } from '#shared/cells/cells.ts'
import { nodeOf } from '#shared/cells/stamp.ts'

const deletedId = (kitId: string): string => `deleted:${kitId}`

/** The build id was taken: links sent before lead to somebody else's kit. */
export async function tellRenamed(
  tx: StoreTx,
  env: EditEnv,
  principal: string,
  { kind, id, cells }: PendingRow,
  result: OpResult,
): Promise<void> {
  // After a lost answer, the server's own build id comes back as stale.
  const [given] = result.set?.['buildId'] ?? result.stale?.['buildId'] ?? []
  const sent = cells['buildId']
  if (kind !== 'kit' || given === undefined || !sent || sent[0] === given) return
  const place = { id: `renamed:${id}`, p: principal, at: env.now(), kind, row: id, kit: id }
  await tx.put('problems', [{ ...place, cell: 'buildId', value: given, code: 'renamed' }])
}

/** Own kits deleted elsewhere while this device still edited them. */
export async function tellDeleted(
  tx: StoreTx,
  env: EditEnv,
  principal: string,
  node: string,
  pulled: readonly PulledRow[],
): Promise<void> {
  for (const { kind, id, mine, cells } of pulled) {
    if (kind !== 'kit' || !mine || !cells['del']) continue
    const kit = await tx.get('rows', [principal, 'kit', id])
    const del = kit?.cells['del']
    if (!kit || !del || isKitAlive(kit.cells)) {
      await tx.delete('problems', [deletedId(id)])
      continue
    }
    const rows = [
      ...(await tx.range('rows', principal, { kit: id })),
      ...(await tx.range('pending', principal, { kit: id })),
    ]
    const isLater = rows.some((row) =>
      Object.entries(row.cells).some(
        ([name, [, stamp]]) => name !== 'del' && stamp > del[1] && nodeOf(stamp) === node,
      ),
    )
    if (!isLater) continue
    const place = { id: deletedId(id), p: principal, at: env.now(), kind, row: id, kit: id }
    await tx.put('problems', [{ ...place, cell: 'del', value: false, code: 'deleted' }])
  }
}
