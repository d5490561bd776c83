/**
 * A person's change, stored on this device in one transaction. It never fails for the clock, the
 * network or the login, and it never waits for any of them.
 */
import type { Json } from '#shared/sync/cells.ts'
import type { Stamp } from '#shared/sync/stamp.ts'
import type { EditEnv, RowKey, StoreTx } from '../../device/store.ts'
import type { Fork } from './fork.ts'
import type { UpTo } from './unstored.ts'
import type { Change } from './writeCells.ts'

import { ruleOf } from '#shared/kinds/schema.ts'
import { OpenClock, readDevice } from '../../device/clock.ts'
import { copyOf, intoCopy } from './copies.ts'
import { currentPrincipal } from '../../device/session.ts'
import { movedKey } from '../../device/store.ts'
import { REFUSED_KEY } from './refusedStamps.ts'
import { STORED_UP_TO, storedUpTo } from './unstored.ts'
import { writeCells } from './writeCells.ts'

interface EditContext {
  principal?: string
  buildIds?: ReadonlyMap<string, string>
  forks?: Map<string, Fork>
  upTo?: UpTo | undefined
}

/**
 * Stores changes. A change of somebody else's kit makes an own copy first and goes there.
 * A change equal to what is shown does nothing.
 * @param context.principal whose rows they are: of a page that was opened before somebody signed in
 * or out elsewhere still its own; without it the present one
 * @param context.buildIds build ids for kits that do not exist yet, by kit id: the first change of
 * a blank build creates its kit
 * @param context.forks copies made so far, by the id of the original; new ones are added once they
 * are stored, so that later changes find them
 * @param context.upTo the last of what is stored by this, of a page that may be gone: where another one
 * has taken it over already nothing is done
 * @returns the latest stamp that this device has given by then
 */
export async function edit(
  env: EditEnv,
  changes: readonly Change[],
  context: EditContext = {},
): Promise<Stamp> {
  const { forks, latest } = await store(env, changes, context)
  for (const [kitId, fork] of forks) context.forks?.set(kitId, fork)
  return latest
}

/** @returns the copies there are now */
function store(
  env: EditEnv,
  changes: readonly Change[],
  context: EditContext,
): Promise<{ forks: Map<string, Fork>; latest: Stamp }> {
  return env.store.transact(async (tx) => {
    await tx.expect(...readsOf(changes, context.principal))
    const { node } = await readDevice(tx)
    const shown = context.principal ?? (await currentPrincipal(tx))
    const clock = await OpenClock.open(tx, node, env.now())
    const forks = new Map(context.forks)
    const upTo = context.upTo && storedUpTo(await tx.getMeta(STORED_UP_TO), context.upTo)
    if (upTo === null) return { forks, latest: clock.latest }
    if (upTo !== undefined) await tx.putMeta(STORED_UP_TO, upTo)
    for (const change of changes) {
      const seen = await ownerOf(tx, shown, change.kit)
      const target = await ownTarget(tx, env, clock, seen, change, forks)
      const isCopy = target.kit !== change.kit
      const p = isCopy ? await ownerOf(tx, shown, target.kit) : seen
      // A copy that was discarded with its account, while this page still knew of it, begins again.
      const fork = isCopy ? forks.get(change.kit) : undefined
      const buildId = fork ? fork.buildId : context.buildIds?.get(target.kit)
      const lineage = fork ? { fork: { from: change.kit } } : {}
      const begun = fork ? {} : env.newKit?.()
      if (buildId) await ensureKit(tx, env, clock, p, target.kit, { buildId, ...lineage, ...begun })
      await writeCells(tx, env, clock, p, target)
    }
    await clock.close()
    return { forks, latest: clock.latest }
  })
}

/** What storing changes reads in any case: every key somebody presses waits for it. */
function readsOf(
  changes: readonly Change[],
  p: string | undefined,
): [metas: string[], rows: RowKey[], pending: RowKey[]] {
  const kits = [...new Set(changes.map(({ kit }) => kit).filter(Boolean))]
  const metas = ['device', 'clock', REFUSED_KEY, STORED_UP_TO]
  if (p === undefined) return [[...metas, 'session'], [], []]
  if (p.startsWith('d:')) metas.push(...kits.map((kit) => `claimed:${kit}`))
  const changed = new Map<string, RowKey>(changes.map(({ kind, id }) => [id, [p, kind, id]]))
  const rows = new Map<string, RowKey>(kits.map((kit) => [kit, [p, 'kit', kit]]))
  return [metas, [...new Map([...rows, ...changed]).values()], [...changed.values()]]
}

/**
 * A kit that was taken into an account while this page still showed it as the device's. Once that
 * account is signed out, what is typed is somebody else's.
 */
async function ownerOf(tx: StoreTx, p: string, kit: string): Promise<string> {
  if (kit === '' || !p.startsWith('d:')) return p
  const claimed = await tx.getMeta(`claimed:${kit}`)
  const isHere = typeof claimed === 'string' && claimed === (await currentPrincipal(tx))
  return isHere ? claimed : p
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
    const moved = await tx.getMeta(movedKey(p, change.kit))
    if (!kit && moved === undefined) return change
    fork = await copyOf(tx, env, clock, p, change.kit, moved)
    forks.set(change.kit, fork)
  }
  const known = fork.ids[change.id]
  if (known) return { ...change, id: known, kit: fork.kitId }
  const owner = await ownerOf(tx, p, fork.kitId)
  const target = await intoCopy(tx, env, clock, p, owner, change, fork)
  forks.set(change.kit, target.fork)
  return target.change
}

async function ensureKit(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  kitId: string,
  cells: Record<string, Json>,
): Promise<void> {
  const exists = (await tx.getRow(p, 'kit', kitId)) ?? (await tx.getPending(p, 'kit', kitId))
  if (exists) return
  await writeCells(tx, env, clock, p, { kind: 'kit', id: kitId, kit: kitId, cells })
}
