/**
 * A person's change, stored on this device in one transaction. It never fails for the clock, the
 * network or the login, and it never waits for any of them.
 */
import type { StoreTx } from './store.ts'
import type { Fork } from './fork.ts'
import type { Change, EditEnv } from './writeCells.ts'

import { newBuildId, newId } from '#shared/ids.ts'
import { ruleOf } from '#shared/schema.ts'
import { OpenClock, readDevice } from './clock.ts'
import { forkInto, isFork, valuesOf } from './fork.ts'
import { currentPrincipal } from './session.ts'
import { writeCells } from './writeCells.ts'

/**
 * Stores changes. A change of somebody else's kit makes an own copy first and goes there.
 * A change equal to what is shown does nothing.
 * @param context.principal whose rows they are: of a page that was opened before somebody signed in
 * or out elsewhere still its own; without it the present one
 * @param context.buildIds build ids for kits that do not exist yet, by kit id: the first change of
 * a blank build creates its kit
 * @param context.forks copies made so far, by the id of the original; new ones are added once they
 * are stored, so that later changes find them
 */
export async function edit(
  env: EditEnv,
  changes: readonly Change[],
  context: {
    principal?: string
    buildIds?: ReadonlyMap<string, string>
    forks?: Map<string, Fork>
  } = {},
): Promise<void> {
  const made = await env.store.transact(async (tx) => {
    const { node } = await readDevice(tx)
    const shown = context.principal ?? (await currentPrincipal(tx))
    const clock = await OpenClock.open(tx, node, env.now())
    const forks = new Map(context.forks)
    for (const change of changes) {
      const p = await ownerOf(tx, shown, change.kit)
      const target = await ownTarget(tx, env, clock, p, change, forks)
      const buildId = context.buildIds?.get(target.kit)
      if (buildId) await ensureKit(tx, env, clock, p, target.kit, buildId)
      await writeCells(tx, env, clock, p, target)
    }
    await clock.close()
    return forks
  })
  for (const [kitId, fork] of made) context.forks?.set(kitId, fork)
}

/** A kit that was taken into an account while this page still showed it as the device's. */
async function ownerOf(tx: StoreTx, p: string, kit: string): Promise<string> {
  if (kit === '' || !p.startsWith('d:')) return p
  const claimed = await tx.getMeta(`claimed:${kit}`)
  return typeof claimed === 'string' ? claimed : p
}

async function ownTarget(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  change: Change,
  forks: Map<string, Fork>,
): Promise<Change> {
  // What everybody may add to a kit makes no copy of it.
  if (change.kit === '' || ruleOf(change.kind).isOpen) return change
  let fork = forks.get(change.kit)
  if (!fork) {
    const kit = await tx.getRow(p, 'kit', change.kit)
    if (kit?.mine) return change
    // The server may have said so already, while this page still showed the original.
    const moved = await tx.getMeta(`moved:${change.kit}`)
    if (isFork(moved)) fork = moved
    else if (!kit) return change
    else fork = await copyOf(tx, env, clock, p, change.kit)
    forks.set(change.kit, fork)
  }
  const known = fork.ids[change.id]
  if (known) return { ...change, id: known, kit: fork.kitId }
  // A line its owner deleted while it was being edited here is not in the copy yet.
  const original = await tx.getRow(p, change.kind, change.id)
  if (!original || original.kit !== change.kit) return { ...change, kit: fork.kitId }
  const id = newId(env.random)
  fork = { ...fork, ids: { ...fork.ids, [change.id]: id } }
  forks.set(change.kit, fork)
  await writeCells(tx, env, clock, p, {
    kind: change.kind,
    id,
    kit: fork.kitId,
    cells: valuesOf(original.cells),
  })
  return { ...change, id, kit: fork.kitId }
}

/** How long an edit in another tab that still shows the original goes to the copy made there. */
const SAME_COPY_MS = 10 * 60_000

/** The copy another tab has just made of a kit, or a new one. */
async function copyOf(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  kitId: string,
): Promise<Fork> {
  const key = `fork:${kitId}`
  const recent = await tx.getMeta(key)
  const isRecent = isFork(recent) && Math.abs(env.now() - Number(recent.at)) < SAME_COPY_MS
  if (isRecent) return recent
  const fork = await forkInto(tx, env, clock, p, kitId, newBuildId(env.random))
  await tx.putMeta(key, { ...fork, at: env.now() })
  return fork
}

async function ensureKit(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  kitId: string,
  buildId: string,
): Promise<void> {
  const exists = (await tx.getRow(p, 'kit', kitId)) ?? (await tx.getPending(p, 'kit', kitId))
  if (exists) return
  await writeCells(tx, env, clock, p, { kind: 'kit', id: kitId, kit: kitId, cells: { buildId } })
}
