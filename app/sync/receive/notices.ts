/** What an answer did that a person has to hear of, although nothing typed was refused. */
import type { OpResult, PulledRow } from '#shared/sync/protocol.ts'
import type { PendingRow } from '../../device/db.ts'
import type { EditEnv, StoreTx } from '../../device/store.ts'

import { isKitAlive } from '#shared/sync/cells.ts'
import { nodeOf } from '#shared/sync/stamp.ts'

const deletedId = (kitId: string): string => `deleted:${kitId}`

/** The build id was somebody else's already: a link that was sent before leads to their kit. */
export async function tellRenamed(
  tx: StoreTx,
  env: EditEnv,
  p: string,
  { kind, id, cells }: PendingRow,
  result: OpResult,
): Promise<void> {
  // The first answer may have been lost: then the server's own is the later one.
  const [given] = result.set?.['buildId'] ?? result.stale?.['buildId'] ?? []
  const sent = cells['buildId']
  if (kind !== 'kit' || given === undefined || !sent || sent[0] === given) return
  const place = { id: `renamed:${id}`, p, at: env.now(), kind, row: id, kit: id }
  await tx.putProblem({ ...place, cell: 'buildId', value: given, code: 'renamed' })
}

/** Own kits that were deleted elsewhere while this device still wrote into them. */
export async function tellDeleted(
  tx: StoreTx,
  env: EditEnv,
  p: string,
  node: string,
  pulled: readonly PulledRow[],
): Promise<void> {
  for (const { kind, id, mine, cells } of pulled) {
    if (kind !== 'kit' || !mine || !cells['del']) continue
    const kit = await tx.getRow(p, 'kit', id)
    const del = kit?.cells['del']
    if (!kit || !del || isKitAlive(kit.cells)) {
      await tx.deleteProblems([deletedId(id)])
      continue
    }
    const rows = [...(await tx.rowsOfKit(p, id)), ...(await tx.pendingOfKit(p, id))]
    const isLater = rows.some((row) =>
      Object.entries(row.cells).some(
        ([name, [, stamp]]) => name !== 'del' && stamp > del[1] && nodeOf(stamp) === node,
      ),
    )
    if (!isLater) continue
    const place = { id: deletedId(id), p, at: env.now(), kind, row: id, kit: id }
    await tx.putProblem({ ...place, cell: 'del', value: false, code: 'deleted' })
  }
}
