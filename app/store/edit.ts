/**
 * A person's change, stored on this device in one transaction. It never fails for the clock, the
 * network or the login, and it never waits for any of them.
 */
import type { Cells, Json } from '#shared/cells.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { Kind } from '#shared/schema.ts'
import type { PendingRow, StoredRow } from './db.ts'
import type { Store, StoreTx } from './store.ts'

import { isRowAlive, isSameValue, latestStamp, mergeCells } from '#shared/cells.ts'
import { newBuildId, newId } from '#shared/ids.ts'
import { cellProblem, SHAPE_VERSION } from '#shared/schema.ts'
import { OpenClock, readDevice } from './clock.ts'

export interface EditEnv {
  store: Store
  /** The device's own time, milliseconds. */
  now: () => number
  random: RandomBytes
}

/** New values for cells of one row. */
export interface Change {
  kind: Kind
  id: string
  /** The row's kit, its own id for a kit, '' for a row that stands alone. */
  kit: string
  cells: Record<string, Json>
}

/** A copy made because the kit is somebody else's: where each row of it went. */
export interface Fork {
  kitId: string
  buildId: string
  /** New ids by old ids, of the kit and of its rows. */
  ids: Record<string, string>
}

/**
 * Stores changes. A change of somebody else's kit makes an own copy first and goes there.
 * A change equal to what is shown does nothing.
 * @param context.buildIds build ids for kits that do not exist yet, by kit id: the first change of
 * a blank build creates its kit
 * @param context.forks copies made so far, by the id of the original; new ones are added once they
 * are stored, so that later changes find them
 */
export async function edit(
  env: EditEnv,
  changes: readonly Change[],
  context: { buildIds?: ReadonlyMap<string, string>; forks?: Map<string, Fork> } = {},
): Promise<void> {
  const made = await env.store.transact(async (tx) => {
    const device = await readDevice(tx)
    const p = device.principal
    const clock = await OpenClock.open(tx, device.node, env.now())
    const forks = new Map(context.forks)
    for (const change of changes) {
      const target = await ownTarget(tx, env, clock, p, change, forks)
      const buildId = context.buildIds?.get(target.kit)
      if (buildId) await ensureKit(tx, env, clock, p, target.kit, buildId)
      await write(tx, env, clock, p, target)
    }
    await clock.close()
    return forks
  })
  for (const [kitId, fork] of made) context.forks?.set(kitId, fork)
}

async function ownTarget(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  change: Change,
  forks: Map<string, Fork>,
): Promise<Change> {
  if (change.kit === '') return change
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
  await write(tx, env, clock, p, {
    kind: change.kind,
    id,
    kit: fork.kitId,
    cells: values(original.cells),
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

function isFork(value: unknown): value is Fork & { at?: number } {
  return typeof value === 'object' && value !== null && 'kitId' in value && 'ids' in value
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
  await write(tx, env, clock, p, { kind: 'kit', id: kitId, kit: kitId, cells: { buildId } })
}

/** Puts the values that differ from what is shown into the row's pending cells. */
async function write(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  change: Change,
): Promise<void> {
  const { kind, id, kit } = change
  const confirmed = await tx.getRow(p, kind, id)
  const before = await tx.getPending(p, kind, id)
  let shown = mergeCells(confirmed?.cells ?? {}, before?.cells ?? {})
  const dirty: Cells = { ...before?.cells }
  // A kit's deletion has to be later than everything in it, not only than its own cells.
  const kitFloor = kind === 'kit' && 'del' in change.cells ? await latestOfKit(tx, p, id) : ''
  let isChanged = false
  for (const [name, value] of Object.entries(change.cells)) {
    const known = shown[name]
    // A deletion that a later edit undid is there and counts for nothing: it is given again.
    const isUndone = name === 'del' && value === true && kind !== 'kit' && isRowAlive(shown)
    if (known && isSameValue(known[0], value) && !isUndone) continue
    const code = cellProblem(kind, name, value)
    if (code !== null) {
      // A screen let it through that should not have. It is kept and shown, and the rest goes on:
      // one bad value must not hold up what is typed after it.
      await tx.putProblem({
        id: `${id}:${name}`,
        p,
        at: env.now(),
        kind,
        row: id,
        kit,
        cell: name,
        value,
        code,
      })
      continue
    }
    const floor = latestStamp(shown)
    const stamp = clock.tick(name === 'del' && kitFloor > floor ? kitFloor : floor)
    dirty[name] = [value, stamp]
    shown = { ...shown, [name]: [value, stamp] }
    isChanged = true
  }
  if (!isChanged) return
  const row: PendingRow = {
    p,
    kind,
    id,
    kit,
    cells: dirty,
    shape: SHAPE_VERSION,
    tries: 0,
    next: 0,
    at: before?.at ?? env.now(),
  }
  await tx.putPending([row])
}

async function latestOfKit(tx: StoreTx, p: string, kitId: string): Promise<string> {
  const rows = [...(await tx.rowsOfKit(p, kitId)), ...(await tx.pendingOfKit(p, kitId))]
  return rows.reduce((latest, row) => {
    const stamp = latestStamp(row.cells)
    return stamp > latest ? stamp : latest
  }, '')
}

/**
 * Copies a kit as this principal sees it into a new one: fresh ids, fresh stamps, lineage kept.
 * Runs inside the caller's transaction.
 */
export async function forkInto(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  kitId: string,
  buildId: string,
): Promise<Fork> {
  const rows = new Map<string, Pick<StoredRow, 'kind' | 'id' | 'cells'>>()
  for (const row of [...(await tx.rowsOfKit(p, kitId)), ...(await tx.pendingOfKit(p, kitId))]) {
    const known = rows.get(row.id)
    const cells = mergeCells(known?.cells ?? {}, row.cells)
    rows.set(row.id, { kind: row.kind, id: row.id, cells })
  }
  const fork: Fork = { kitId: newId(env.random), buildId, ids: {} }
  fork.ids[kitId] = fork.kitId
  for (const row of rows.values()) {
    const isContent = row.kind === 'line' || row.kind === 'step'
    if (isContent && isRowAlive(row.cells)) fork.ids[row.id] = newId(env.random)
  }
  const copy = (kind: Kind, id: string, cells: Record<string, Json>) =>
    write(tx, env, clock, p, { kind, id, kit: fork.kitId, cells })
  const kit = rows.get(kitId)
  await copy('kit', fork.kitId, { ...values(kit?.cells ?? {}), buildId, fork: { from: kitId } })
  for (const row of rows.values()) {
    const id = fork.ids[row.id]
    if (id && row.id !== kitId) await copy(row.kind, id, values(row.cells))
  }
  await tx.copyDrafts(p, fork.ids)
  await tx.putMeta(`drawn:${buildId}`, { kitId: fork.kitId, at: env.now() })
  return fork
}

/** What a copy takes over: values without their stamps; never a deletion or whose draft it was. */
function values(cells: Cells): Record<string, Json> {
  const taken: Record<string, Json> = {}
  for (const [name, [value]] of Object.entries(cells)) {
    if (name !== 'del' && name !== 'visibility' && name !== 'status') taken[name] = value
  }
  return taken
}
