/** Finding, opening and watching kits on this device. */
import Dexie from 'dexie'

import type { Json } from '#shared/cells.ts'
import type { Kit } from '#shared/kit.ts'

import { mergeCells } from '#shared/cells.ts'
import { isBuildId, isId, newBuildId, newId } from '#shared/ids.ts'
import { kitOf } from '#shared/kit.ts'
import { kitScope, MAX_FOLLOWED_KITS } from '#shared/limits.ts'
import { msOf } from '#shared/stamp.ts'
import { OpenClock, readDevice } from './clock.ts'
import { db } from './db.ts'
import { env, principal } from './device.ts'
import { forkInto } from './edit.ts'
import { readCursors } from './cursors.ts'
import { noteEdit, syncNow } from './sync.ts'

/** A kit as this device shows it. */
export interface Build {
  kit: Kit
  /** False for somebody else's kit: the first change makes an own copy. */
  isMine: boolean
  /** Nothing was ever stored under this id. */
  isBlank: boolean
  /** The server has it: its link opens for others. */
  isLive: boolean
  /** Rows of it that wait to be sent. */
  waiting: number
  /** Text that is typed and not valid yet, by `row id:cell`. */
  drafts: Map<string, string>
  /** Set when the kit's content went on under another build id. */
  movedTo: string | null
}

/** Where a build id leads. */
export type Found =
  | { kind: 'here'; kitId: string }
  | { kind: 'notFound' }
  | { kind: 'offline' }
  | { kind: 'failed' }

/** Draws a build that nobody has; it is stored with its first change. */
export async function drawBuild(): Promise<string> {
  const buildId = newBuildId()
  await rememberDrawn(buildId, newId())
  return buildId
}

async function rememberDrawn(buildId: string, kitId: string): Promise<void> {
  await db.meta.put({ key: `drawn:${buildId}`, value: { kitId, at: Date.now() } })
}

function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return value && typeof value === 'object' && !Array.isArray(value) ? value[name] : undefined
}

function kitIdOf(value: Json | undefined): string | null {
  const kitId = fieldOf(value, 'kitId')
  return isId(kitId) ? kitId : null
}

/** The kit behind a build id as far as this device knows; null when it does not. */
export async function findHere(buildId: string): Promise<string | null> {
  const row = await db.rows.where('[p+buildId]').equals([principal(), buildId]).first()
  return row?.id ?? kitIdOf((await db.meta.get(`drawn:${buildId}`))?.value)
}

/**
 * Opens a build: from this device, else from the server. An id nobody has becomes a blank build
 * of this device when `mayStart` says so.
 */
export async function openBuild(
  buildId: string,
  { mayStart }: { mayStart: boolean },
): Promise<Found> {
  const here = await findHere(buildId)
  if (here) return { kind: 'here', kitId: here }
  const found = await fetchKitId(buildId)
  if (found.kind === 'here') return follow(found.kitId)
  if (found.kind === 'notFound' && mayStart) {
    const kitId = newId()
    await rememberDrawn(buildId, kitId)
    return { kind: 'here', kitId }
  }
  return found
}

/** Copies the build `from` into a new one of this device under `buildId`. */
export async function customize(buildId: string, from: string): Promise<Found> {
  const here = await findHere(buildId)
  if (here) return { kind: 'here', kitId: here }
  const original = await openBuild(from, { mayStart: false })
  if (original.kind !== 'here') return original
  const fork = await env.store.transact(async (tx) => {
    const device = await readDevice(tx, env.random)
    const clock = await OpenClock.open(tx, device.node, env.now())
    const copy = await forkInto(tx, env, clock, device.principal, original.kitId, buildId)
    await clock.close()
    return copy
  })
  noteEdit()
  return { kind: 'here', kitId: fork.kitId }
}

async function fetchKitId(buildId: string): Promise<Found> {
  try {
    const response = await fetch(`/api/kits/by-build-id/${encodeURIComponent(buildId)}`, {
      credentials: 'include',
      signal: AbortSignal.timeout(10_000),
    })
    if (response.status === 404) return { kind: 'notFound' }
    if (!response.ok) return { kind: 'failed' }
    const body: unknown = await response.json()
    const kit =
      typeof body === 'object' && body !== null && 'kit' in body ? (body.kit as Json) : null
    const kitId = kit && typeof kit === 'object' && !Array.isArray(kit) ? kit['id'] : null
    return isId(kitId) ? { kind: 'here', kitId } : { kind: 'failed' }
  } catch {
    return { kind: 'offline' }
  }
}

/** From now on pulls what changes in a kit, and gets it for the first time. */
async function follow(kitId: string): Promise<Found> {
  const p = principal()
  await env.store.transact(async (tx) => {
    const { [kitScope(kitId)]: _known, ...others } = await readCursors(tx, p)
    const followed = Object.keys(others).filter((scope) => scope.startsWith('k:'))
    for (const scope of followed.slice(0, Math.max(0, followed.length + 1 - MAX_FOLLOWED_KITS))) {
      delete others[scope]
    }
    await tx.putMeta(`cursors:${p}`, { ...others, [kitScope(kitId)]: 0 })
  })
  await syncNow()
  const isThere = await db.rows.get([p, 'kit', kitId])
  return isThere ? { kind: 'here', kitId } : { kind: 'failed' }
}

/** Reads a kit with everything a screen shows of it. For use in a live query. */
export async function readBuild(kitId: string, buildId: string): Promise<Build> {
  const p = principal()
  const [rows, pending, drafts, moved] = await Promise.all([
    db.rows.where('[p+kit]').equals([p, kitId]).toArray(),
    db.pending.where('[p+kit]').equals([p, kitId]).toArray(),
    db.drafts.where('[p+id+cell]').between([p, Dexie.minKey], [p, Dexie.maxKey]).toArray(),
    db.meta.get(`moved:${kitId}`),
  ])
  const confirmed = rows.find((row) => row.id === kitId)
  const lines = new Map(rows.filter((row) => row.kind === 'line').map((row) => [row.id, row]))
  let kitRow = { id: kitId, cells: confirmed?.cells ?? {} }
  const shown = new Map([...lines].map(([id, row]) => [id, { id, cells: row.cells }]))
  for (const row of pending) {
    if (row.id === kitId) kitRow = { id: kitId, cells: mergeCells(kitRow.cells, row.cells) }
    else if (row.kind === 'line') {
      shown.set(row.id, {
        id: row.id,
        cells: mergeCells(shown.get(row.id)?.cells ?? {}, row.cells),
      })
    }
  }
  const isBlank = !confirmed && pending.length === 0
  const kit = kitOf(kitRow, shown.values(), msOf) ?? blankKit(kitId, buildId)
  const movedTo = fieldOf(moved?.value, 'buildId')
  return {
    kit: kit.buildId ? kit : { ...kit, buildId },
    isMine: confirmed?.mine ?? true,
    isBlank,
    isLive: confirmed !== undefined,
    waiting: pending.length,
    drafts: new Map(drafts.map((draft) => [`${draft.id}:${draft.cell}`, draft.text])),
    movedTo: isBuildId(movedTo) ? movedTo : null,
  }
}

function blankKit(id: string, buildId: string): Kit {
  return { id, buildId, name: '', notes: '', vehicle: null, task: '', lines: [], updatedAt: 0 }
}

/** Kits of this device, the latest change first: what to go on with. */
export async function readRecentBuilds(limit: number): Promise<Kit[]> {
  const p = principal()
  const range = [
    [p, 'kit', Dexie.minKey],
    [p, 'kit', Dexie.maxKey],
  ] as const
  const [rows, pending] = await Promise.all([
    db.rows
      .where('[p+kind+id]')
      .between(...range)
      .toArray(),
    db.pending
      .where('[p+kind+id]')
      .between(...range)
      .toArray(),
  ])
  const ids = new Set(rows.filter((row) => row.mine).map((row) => row.id))
  for (const row of pending) ids.add(row.id)
  const builds = await Promise.all([...ids].map((id) => readBuild(id, '')))
  const kits = builds.map((build) => build.kit).filter((kit) => kit.buildId !== '')
  return kits.sort((a, b) => b.updatedAt - a.updatedAt).slice(0, limit)
}
