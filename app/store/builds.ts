/** Finding and watching kits on this device. Opening others is openBuild.ts. */
import Dexie from 'dexie'

import type { Json } from '#shared/cells.ts'
import type { Kit } from '#shared/kit.ts'

import { mergeCells } from '#shared/cells.ts'
import { isBuildId, isId, newBuildId, newId } from '#shared/ids.ts'
import { kitOf } from '#shared/kit.ts'
import { msOf } from '#shared/stamp.ts'
import { db } from './db.ts'
import { principal } from './device.ts'

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

/** Keeps that this device may start the build `buildId`, and which kit it will be. */
export async function rememberDrawn(buildId: string, kitId: string): Promise<void> {
  await db.meta.put({ key: `drawn:${buildId}`, value: { kitId, at: Date.now() } })
}

/** The same for an id that came from outside and that the server did not know. */
export async function startUnknown(buildId: string): Promise<string> {
  return db.transaction('rw', db.meta, async () => {
    const key = `drawn:${buildId}`
    const kitId = kitIdOf((await db.meta.get(key))?.value) ?? newId()
    await db.meta.put({ key, value: { kitId, at: Date.now(), isGuess: true } })
    return kitId
  })
}

/** A field of stored JSON, undefined when it is not an object. */
export function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return value && typeof value === 'object' && !Array.isArray(value) ? value[name] : undefined
}

function kitIdOf(value: Json | undefined): string | null {
  const kitId = fieldOf(value, 'kitId')
  return isId(kitId) ? kitId : null
}

/** The kit behind a build id as far as this device knows; null when it does not. */
export async function findHere(buildId: string): Promise<string | null> {
  const row = await db.rows.where('[p+buildId]').equals([principal(), buildId]).first()
  if (row) return row.id
  const drawn = (await db.meta.get(`drawn:${buildId}`))?.value
  const kitId = kitIdOf(drawn)
  if (!kitId || fieldOf(drawn, 'isGuess') !== true) return kitId
  // Nobody had this id when it was asked for, and nothing was written here: somebody may by now.
  return (await db.pending.where('[p+kit]').equals([principal(), kitId]).count()) > 0 ? kitId : null
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
