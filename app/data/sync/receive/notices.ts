/** Notices for changes an answer made, although nothing was refused. */
import type { Unstamped } from '../../device/work.ts'
import type { OpResult, PulledRow } from '#shared/sync/protocol.ts'
import { problemOf, type PendingRow } from '../../device/db.ts'

import { isKitAlive } from '#shared/cells/cells.ts'
import { nodeOf } from '#shared/cells/stamp.ts'
import { allOfKit } from '../../device/store.ts'

const deletedId = (kitId: string): string => `deleted:${kitId}`

/** The build id was taken: links sent before lead to somebody else's kit. */
export async function tellRenamed(
  work: Unstamped,
  row: PendingRow,
  result: OpResult,
): Promise<void> {
  const { tx, env, p } = work
  // After a lost answer, the server's own build id comes back as stale.
  const [given] = result.set?.['buildId'] ?? result.stale?.['buildId'] ?? []
  const sent = row.cells['buildId']
  if (row.kind !== 'kit' || given === undefined || !sent || sent[0] === given) return
  const problem = problemOf({ ...row, p }, env.now(), 'buildId', given, 'renamed')
  await tx.put('problems', [{ ...problem, id: `renamed:${row.id}` }])
}

/** Own kits deleted elsewhere while this device still edited them. */
export async function tellDeleted(
  work: Unstamped,
  node: string,
  pulled: readonly PulledRow[],
): Promise<void> {
  const { tx, env, p: principal } = work
  for (const { kind, id, mine, cells } of pulled) {
    if (kind !== 'kit' || !mine || !cells['del']) continue
    const kit = await tx.get('rows', [principal, 'kit', id])
    const del = kit?.cells['del']
    if (!kit || !del || isKitAlive(kit.cells)) {
      await tx.delete('problems', [deletedId(id)])
      continue
    }
    const isLater = (await allOfKit(tx, principal, id)).some((row) =>
      Object.entries(row.cells).some(
        ([name, [, stamp]]) => name !== 'del' && stamp > del[1] && nodeOf(stamp) === node,
      ),
    )
    if (!isLater) continue
    const problem = problemOf(kit, env.now(), 'del', false, 'deleted')
    await tx.put('problems', [{ ...problem, id: deletedId(id) }])
  }
}
