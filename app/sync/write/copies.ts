/** Where an edit of somebody else's kit goes: into this owner's own copy of it. */
import type { Json } from '#shared/sync/cells.ts'
import type { OpenClock } from '../../device/clock.ts'
import type { Fork } from './fork.ts'
import type { EditEnv, StoreTx } from '../../device/store.ts'
import type { Change } from './writeCells.ts'

import { newBuildId, newId } from '#shared/ids.ts'
import { forkInto, isFork, valuesOf } from './fork.ts'
import { writeCells } from './writeCells.ts'

/** How long an edit in another tab that still shows the original goes to the copy made there. */
const SAME_COPY_MS = 10 * 60_000

/**
 * The copy of a kit: the one it has moved to already, the one another tab has just made, or a new
 * one. Runs inside the caller's transaction.
 */
export async function copyOf(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  kitId: string,
  moved: Json | undefined,
): Promise<Fork> {
  if (isFork(moved)) return moved
  const key = `fork:${p}:${kitId}`
  const recent = await tx.getMeta(key)
  const isRecent = isFork(recent) && Math.abs(env.now() - Number(recent.at)) < SAME_COPY_MS
  if (isRecent) return recent
  const fork = await forkInto(tx, env, clock, p, kitId, newBuildId(env.random))
  await tx.putMeta(key, { ...fork, at: env.now() })
  return fork
}

/**
 * A change of a row the copy does not know: new, or one its owner deleted while it was being edited
 * here, which is then copied after all. Runs inside the caller's transaction.
 * @param owner whose the copy is: of a window from before a login, the account that took it
 */
export async function intoCopy(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  owner: string,
  change: Change,
  fork: Fork,
): Promise<{ change: Change; fork: Fork }> {
  const original = await tx.getRow(p, change.kind, change.id)
  const kit = fork.kitId
  if (!original || original.kit !== change.kit) return { change: { ...change, kit }, fork }
  const id = newId(env.random)
  const ids = { ...fork.ids, [change.id]: id }
  const cells = valuesOf(original.cells)
  await writeCells(tx, env, clock, owner, { kind: change.kind, id, kit, cells })
  await tx.copyDrafts(p, { [change.id]: id })
  return { change: { ...change, id, kit }, fork: { ...fork, ids } }
}
