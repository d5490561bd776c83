/** Finding and watching kits on this device. Opening others is openBuild.ts. */
import Dexie from 'dexie'

import type { Cells, Json } from '#shared/sync/cells.ts'
import type { Kit, LineStatus, Visibility } from '#shared/kinds/kit.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { PendingRow, StoredRow } from '../../device/db.ts'

import { fieldOf, mergeCells, textIn } from '#shared/sync/cells.ts'
import { isBuildId, isId, newBuildId, newId } from '#shared/ids.ts'
import { kitOf, lineStatus } from '#shared/kinds/kit.ts'
import { isContent } from '#shared/kinds/schema.ts'
import { msOf } from '#shared/sync/stamp.ts'
import { kitOfVersion, newestVersion, savedAtOf, versionCells } from '#shared/kinds/version.ts'
import { db } from '../../device/db.ts'
import { devicePrincipal, principal } from '../../device/device.ts'
import { movedKey } from '../../device/store.ts'

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
  /** It was deleted, or an administrator hid it from others. */
  isGone: boolean
  /** What its link shows to others: the newest version, or `kit` as long as it was never saved. */
  shared: Kit
  /** When the newest version was saved, milliseconds; null for a kit that was never saved. */
  savedAt: number | null
  /** The newest version is not on the server yet. */
  isSaveWaiting: boolean
  /** An administrator has hidden it: its owner alone can open it. */
  isHidden: boolean
  /** Something is typed into it that is no value yet: it is on this device alone. */
  isUnfinished: boolean
  /** Its owner has changed it since: others do not see that yet. */
  hasUnsharedChanges: boolean
  visibility: Visibility
  /** The VIN of its vehicle, '' for none: only its owner ever has it, it is no part of the kit. */
  vin: string
  /** How far each line is, by its id: only its owner ever has it. A line without is needed. */
  statuses: ReadonlyMap<string, LineStatus>
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

/**
 * The same for an id that came from outside and that the server did not know.
 * @returns null when it is a draft of this device that the signed-in account did not take
 */
export async function startUnknown(buildId: string): Promise<string | null> {
  return db.transaction('rw', [db.meta, db.rows, db.pending], async () => {
    const key = `drawn:${buildId}`
    const drawn = kitIdOf((await db.meta.get(key))?.value)
    if (drawn && (await isDrafted(drawn))) return null
    const kitId = drawn ?? newId()
    await db.meta.put({ key, value: { kitId, at: Date.now(), isGuess: true } })
    return kitId
  })
}

function kitIdOf(value: Json | undefined): string | null {
  const kitId = fieldOf(value, 'kitId')
  return isId(kitId) ? kitId : null
}

/** The kit behind a build id or a kit id as far as this device knows; null when it does not. */
export async function findHere(id: string): Promise<string | null> {
  return isId(id) ? findKit(id) : findBuild(id)
}

async function findKit(kitId: string): Promise<string | null> {
  const key = [principal(), 'kit', kitId] as [string, Kind, string]
  return (await isStored(key)) ? kitId : null
}

async function findBuild(buildId: string): Promise<string | null> {
  const row = await db.rows.where('[p+buildId]').equals([principal(), buildId]).first()
  if (row) return row.id
  const drawn = (await db.meta.get(`drawn:${buildId}`))?.value
  const kitId = kitIdOf(drawn)
  if (!kitId || (await isDrafted(kitId))) return null
  if (fieldOf(drawn, 'isGuess') !== true) return kitId
  // Nobody had this id when it was asked for, and nothing was written here: somebody may by now.
  return (await db.pending.where('[p+kit]').equals([principal(), kitId]).count()) > 0 ? kitId : null
}

/** Whether it is a draft of this device while an account is signed in that did not take it. */
async function isDrafted(kitId: string): Promise<boolean> {
  const key = [devicePrincipal(), 'kit', kitId] as [string, Kind, string]
  if (key[0] === principal()) return false
  return isStored(key)
}

async function isStored(key: [string, Kind, string]): Promise<boolean> {
  // What waits first: an answer may make it a confirmed row between the two.
  return ((await db.pending.get(key)) ?? (await db.rows.get(key))) !== undefined
}

/** What this device keeps of one kit, each row by its id. */
export interface KitParts {
  p: string
  kitId: string
  rows: Map<string, StoredRow>
  pending: Map<string, PendingRow>
  /** Of everything `p` types, by `row id:cell`. */
  drafts: Map<string, string>
  /** Where the kit went on, as it is noted under `movedKey`. */
  moved: Json | undefined
}

/** Reads a kit with everything a screen shows of it. For use in a live query. */
export async function readBuild(kitId: string, buildId: string, p = principal()): Promise<Build> {
  return buildOf(await readParts(kitId, p), buildId)
}

/** Reads what there is of a kit. */
export async function readParts(kitId: string, p: string): Promise<KitParts> {
  // In one transaction: each of its own costs as much as what it reads, and they agree.
  const tables = [db.rows, db.pending, db.drafts, db.meta]
  const [rows, pending, drafts, moved] = await db.transaction('r', tables, async () =>
    Promise.all([
      db.rows.where('[p+kit]').equals([p, kitId]).toArray(),
      db.pending.where('[p+kit]').equals([p, kitId]).toArray(),
      db.drafts.where('[p+id+cell]').between([p, Dexie.minKey], [p, Dexie.maxKey]).toArray(),
      db.meta.get(movedKey(p, kitId)),
    ]),
  )
  return {
    p,
    kitId,
    rows: new Map(rows.map((row) => [row.id, row])),
    pending: new Map(pending.map((row) => [row.id, row])),
    drafts: new Map(drafts.map((draft) => [`${draft.id}:${draft.cell}`, draft.text])),
    moved: moved?.value,
  }
}

/** The kit that its parts make together. */
export function buildOf(parts: KitParts, buildId: string): Build {
  const { kitId, moved } = parts
  const rows = [...parts.rows.values()]
  const pending = [...parts.pending.values()]
  const confirmed = parts.rows.get(kitId)
  const isMine = confirmed?.mine ?? true
  // Comments are others' words, also those that wait here to be sent.
  const waiting = pending.filter((row) => row.kind !== 'comment')
  const merged = mergeRows([...rows, ...waiting])
  const cells = merged.get(kitId)?.cells ?? {}
  const isHidden = cells['hidden']?.[0] === true
  const live = isHidden && !isMine ? null : kitOfMerged(kitId, merged)
  const version = newestVersion([...merged.values()].filter((row) => row.kind === 'version'))
  const saved = live && version && kitOfVersion(live, version.cells)
  // Somebody else's kit is what was saved of it; one's own goes on as it is.
  const kit = (isMine ? live : (saved ?? live)) ?? blankKit(kitId, buildId)
  const movedTo = fieldOf(moved, 'buildId')
  const shown = kit.buildId ? kit : { ...kit, buildId }
  return {
    kit: shown,
    isMine,
    isBlank: !confirmed && waiting.length === 0,
    isLive: confirmed !== undefined,
    waiting: waiting.length,
    drafts: new Map(parts.drafts),
    movedTo: isBuildId(movedTo) ? movedTo : null,
    isGone: live === null && (confirmed !== undefined || waiting.length > 0),
    shared: saved ?? shown,
    savedAt: version && savedAtOf(version.cells),
    isSaveWaiting: version !== null && !parts.rows.has(version.id),
    isHidden,
    isUnfinished: [...parts.drafts.keys()].some((key) => merged.has(key.split(':')[0] ?? '')),
    hasUnsharedChanges: isMine && version !== null && isChangedSince(version, merged, live),
    visibility: cells['visibility']?.[0] === 'unlisted' ? 'unlisted' : 'public',
    vin: textIn(cells, 'vin'),
    statuses: new Map(
      [...merged.values()].flatMap(({ id, kind, cells: { status } }) =>
        kind === 'line' && status ? [[id, lineStatus({ status })]] : [],
      ),
    ),
  }
}

type Merged = Map<string, { id: string; kind: Kind; cells: Cells }>

/** Confirmed cells under pending ones, row by row. */
function mergeRows(rows: readonly { id: string; kind: Kind; cells: Cells }[]): Merged {
  const merged: Merged = new Map()
  for (const { id, kind, cells } of rows) {
    const known = merged.get(id)
    merged.set(id, { id, kind, cells: known ? mergeCells(known.cells, cells) : cells })
  }
  return merged
}

function kitOfMerged(kitId: string, merged: Merged): Kit | null {
  const rows = [...merged.values()]
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind)
  return kitOf({ id: kitId, cells: merged.get(kitId)?.cells ?? {} }, of('line'), of('step'), msOf)
}

/** The kit that its confirmed and pending rows make together; null when it was deleted. */
export function kitOfRows(
  kitId: string,
  rows: readonly { id: string; kind: Kind; cells: Cells }[],
): Kit | null {
  return kitOfMerged(kitId, mergeRows(rows))
}

const SAVED_CELLS = ['name', 'notes', 'vehicle', 'task', 'currency', 'rates']

/** The latest stamp of what a version holds: other values are not shared by saving. */
function latestContent(merged: Merged): string {
  let latest = ''
  for (const { kind, cells } of merged.values()) {
    for (const [name, [, stamp]] of Object.entries(cells)) {
      const isSaved = kind === 'kit' ? SAVED_CELLS.includes(name) : name !== 'status'
      if (isSaved && isContent(kind) && stamp > latest) latest = stamp
    }
  }
  return latest
}

/** By the stamps first; a later value may still be the one that was saved. */
function isChangedSince(version: { cells: Cells }, merged: Merged, live: Kit | null): boolean {
  if (latestContent(merged) <= stampOf(version)) return false
  return live === null || versionCells(live, 0).body !== textIn(version.cells, 'body')
}

const stampOf = ({ cells }: { cells: Cells }): string => cells['savedAt']?.[1] ?? ''

function blankKit(id: string, buildId: string): Kit {
  return {
    id,
    buildId,
    name: '',
    notes: '',
    vehicle: null,
    task: '',
    lines: [],
    steps: [],
    updatedAt: 0,
  }
}
