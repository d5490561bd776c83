/** Server-side writes of single kit cells, for the owner. */
import type { Actor } from '../accounts/principal.ts'

import { type Cells, type Json, latestStamp } from '#shared/cells/cells.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { packStamp, successor } from '#shared/cells/stamp.ts'
import { t } from '#shared/words/words.ts'
import { type ApplyEnv, applyInTransaction, inWriteTransaction } from './applyOps.ts'
import { readKit } from './read/readKit.ts'

/** Sets cells of a kit, stamped later than all in it. Throws 404, and 403 for a foreign kit. */
export async function writeKitCells(
  env: ApplyEnv,
  actor: Actor,
  kitId: string,
  values: Record<string, Json>,
): Promise<void> {
  const { principal } = actor
  await inWriteTransaction(env.db, [principal], async (trx) => {
    const kit = await readKit(trx, { kitId })
    if (!kit) throw new Problem('not_found', 404, t('Kit not found'))
    if (kit.owner !== principal) throw new Problem('not_owner', 403, sentenceOf('not_owner'))
    const stamps = [kit.cells, ...kit.lines.map((line) => line.cells)].map((cells) =>
      latestStamp(cells),
    )
    const floor = stamps.reduce((max, stamp) => (stamp > max ? stamp : max), kit.deletedAt)
    const now = packStamp(env.now(), 0, env.serverNode)
    const stamp = floor >= now ? successor(floor, env.serverNode) : now
    const cells = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, [value, stamp]]),
    ) as Cells
    const ops = [{ kind: 'kit' as const, id: kitId, kit: null, cells }]
    const batch = { principal, name: null, ops, ownerCursor: Infinity }
    const { results } = await applyInTransaction(trx, env, batch)
    const code = results[0]?.err ?? Object.values(results[0]?.rej ?? {})[0]
    if (code) throw new Problem(code, 422, sentenceOf(code))
  })
}
