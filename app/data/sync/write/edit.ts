/** Stores a person's edit in one transaction. Never fails or waits for clock, network or login. */
import { type Work, workIn } from '../../device/work.ts'
import type { Json } from '#shared/cells/cells.ts'
import type { Stamp } from '#shared/cells/stamp.ts'
import {
  type EditEnv,
  type RowKey,
  type StoreTx,
  movedKey,
  getMeta,
  putMeta,
} from '../../device/store.ts'
import { copyDrafts, type Fork, forkInto, isFork, valuesOf } from './fork.ts'
import { type UpTo, STORED_UP_TO, storedUpTo } from './unstored.ts'
import { type Change, writeCells } from './writeCells.ts'
import { LayerTx } from '../../device/layerTx.ts'
import { ruleOf } from '#shared/kinds/schema.ts'
import { currentPrincipal } from '../../device/session.ts'
import { REFUSED_KEY } from './refusedStamps.ts'
import { newBuildId, newId } from '#shared/ids.ts'

interface EditContext {
  principal?: string
  buildIds?: ReadonlyMap<string, string>
  forks?: Map<string, Fork>
  upTo?: UpTo | undefined
}

/**
 * Stores edits. An edit of somebody else's kit forks it first and goes to the copy. An edit equal
 * to the shown value does nothing.
 * @param context.principal owner of the rows: a page opened before somebody signed in or out
 * elsewhere keeps its own; default the current one
 * @param context.buildIds build ids of kits not stored yet, by kit id: the first edit of a blank
 * build creates its kit
 * @param context.forks copies made so far, by the original's id; new ones are added once stored, so
 * later edits find them
 * @param context.upTo last edit number of a page that may be gone: if another page has stored it
 * already, nothing is done
 * @returns the latest stamp this device has issued by then
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

/** @returns the current copies */
function store(
  env: EditEnv,
  changes: readonly Change[],
  context: EditContext,
): Promise<{ forks: Map<string, Fork>; latest: Stamp }> {
  const apply = async (work: Work) => {
    const { tx, clock, p: shown } = work
    const forks = new Map(context.forks)
    const upTo = context.upTo && storedUpTo(await getMeta(tx, STORED_UP_TO), context.upTo)
    if (upTo === null) return { forks, latest: clock.latest }
    if (upTo !== undefined) await putMeta(tx, STORED_UP_TO, upTo)
    for (const change of changes) {
      const seen = await ownerOf(tx, shown, change.kit)
      const target = await ownTarget({ ...work, p: seen }, change, forks)
      const isCopy = target.kit !== change.kit
      const own = { ...work, p: isCopy ? await ownerOf(tx, shown, target.kit) : seen }
      // A copy discarded with its account, while this page still knew it, starts over.
      const fork = isCopy ? forks.get(change.kit) : undefined
      const buildId = fork ? fork.buildId : context.buildIds?.get(target.kit)
      const lineage = fork ? { fork: { from: change.kit } } : {}
      const begun = fork ? {} : env.newKit?.()
      if (buildId) await ensureKit(own, target.kit, { buildId, ...lineage, ...begun })
      await writeCells(own, target)
    }
    return { forks, latest: clock.latest }
  }
  return env.store.transact(async (below) => {
    const tx = await readAhead(below, changes, context.principal)
    const stored = await workIn(tx, env, apply, context.principal)
    await tx.close()
    return stored
  })
}

/** Reads what every edit needs at once: each keystroke waits for it. */
async function readAhead(
  below: StoreTx,
  changes: readonly Change[],
  principal: string | undefined,
): Promise<LayerTx> {
  const tx = new LayerTx(below)
  const metas = ['device', 'clock', REFUSED_KEY, STORED_UP_TO]
  const kits = [...new Set(changes.map(({ kit }) => kit).filter(Boolean))]
  if (principal === undefined) await tx.expect('meta', [...metas, 'session'])
  else {
    if (principal.startsWith('d:')) metas.push(...kits.map((kit) => `claimed:${kit}`))
    const changed = changes.map(({ kind, id }): RowKey => [principal, kind, id])
    const rows = [...kits.map((kit): RowKey => [principal, 'kit', kit]), ...changed]
    await Promise.all([
      tx.expect('meta', metas),
      tx.expect('rows', rows),
      tx.expect('pending', changed),
    ])
  }
  return tx
}

/**
 * Owner of a kit that an account claimed while this page still showed it as the device's. Once that
 * account signs out, the edit is somebody else's.
 */
async function ownerOf(tx: StoreTx, principal: string, kit: string): Promise<string> {
  if (kit === '' || !principal.startsWith('d:')) return principal
  const claimed = await getMeta(tx, `claimed:${kit}`)
  const isHere = typeof claimed === 'string' && claimed === (await currentPrincipal(tx))
  return isHere ? claimed : principal
}

async function ownTarget(work: Work, change: Change, forks: Map<string, Fork>): Promise<Change> {
  const { tx, p: principal } = work
  // Open kinds, which everybody may add to a kit, make no copy.
  if (change.kit === '' || ruleOf(change.kind).isOpen) return change
  let fork = forks.get(change.kit)
  if (!fork) {
    const kit = await tx.get('rows', [principal, 'kit', change.kit])
    if (kit?.mine) return change
    // The server may have said so already, while this page still showed the original.
    const moved = await getMeta(tx, movedKey(principal, change.kit))
    if (!kit && moved === undefined) return change
    fork = await copyOf(work, change.kit, moved)
    forks.set(change.kit, fork)
  }
  const known = fork.ids[change.id]
  if (known) return { ...change, id: known, kit: fork.kitId }
  const owner = await ownerOf(tx, principal, fork.kitId)
  const target = await intoCopy(work, owner, change, fork)
  forks.set(change.kit, target.fork)
  return target.change
}

async function ensureKit(work: Work, kitId: string, cells: Record<string, Json>): Promise<void> {
  const { tx, p: principal } = work
  const exists =
    (await tx.get('rows', [principal, 'kit', kitId])) ??
    (await tx.get('pending', [principal, 'kit', kitId]))
  if (exists) return
  await writeCells(work, { kind: 'kit', id: kitId, kit: kitId, cells })
}

/** How long an edit in another tab still showing the original goes to the copy made there. */
const SAME_COPY_MS = 10 * 60_000

/** Copy of a kit: existing, just made by another tab, or new. Runs in the caller's transaction. */
async function copyOf(work: Work, kitId: string, moved: Json | undefined): Promise<Fork> {
  const { tx, env, p: principal } = work
  if (isFork(moved)) return moved
  const key = `fork:${principal}:${kitId}`
  const recent = await getMeta(tx, key)
  const isRecent = isFork(recent) && Math.abs(env.now() - Number(recent.at)) < SAME_COPY_MS
  if (isRecent) return recent
  const fork = await forkInto(work, kitId, newBuildId(env.random))
  await putMeta(tx, key, { ...fork, at: env.now() })
  return fork
}

/**
 * Redirects an edit of a row the copy lacks: a new row, or one its owner deleted during the edit,
 * which is then copied after all. Runs inside the caller's transaction.
 * @param owner principal of the copy: for a window from before a login, the claiming account
 */
async function intoCopy(
  work: Work,
  owner: string,
  change: Change,
  fork: Fork,
): Promise<{ change: Change; fork: Fork }> {
  const { tx, env, p: principal } = work
  const original = await tx.get('rows', [principal, change.kind, change.id])
  const kit = fork.kitId
  if (!original || original.kit !== change.kit) return { change: { ...change, kit }, fork }
  const id = newId(env.random)
  const ids = { ...fork.ids, [change.id]: id }
  const cells = valuesOf(original.cells)
  await writeCells({ ...work, p: owner }, { kind: change.kind, id, kit, cells })
  await copyDrafts(tx, principal, { [change.id]: id })
  return { change: { ...change, id, kit }, fork: { ...fork, ids } }
}
