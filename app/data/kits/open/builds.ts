/** Finds and watches kits on this device. openBuild.ts opens others. */
import { type Cells, fieldOf, type Json, textIn } from '#shared/cells/cells.ts'
import { isBuildId, isId, newBuildId, newId } from '#shared/ids.ts'
import { type Kit, kitOf, lineStatus, type LineStatus, type Visibility } from '#shared/kinds/kit.ts'
import { isContent, type Kind } from '#shared/kinds/schema.ts'
import { msOf } from '#shared/cells/stamp.ts'
import { kitOfVersion, newestVersion, savedAtOf, versionCells } from '#shared/kinds/version.ts'
import { moneyOfNewKit } from '../../device/currency.ts'
import { db, type PendingRow, type StoredRow } from '../../device/db.ts'
import { devicePrincipal, shownPrincipal } from '../../device/device.ts'
import { mergedRows, movedKey } from '../../device/store.ts'
import { ofKit, ofPrincipal } from '../../device/ranges.ts'

/** A kit as this device shows it. */
export interface Build {
  kit: Kit
  /** False for somebody else's kit: the first edit forks it. */
  isMine: boolean
  /** Nothing was ever stored under this id. */
  isBlank: boolean
  /** The server has it: its link opens for others. */
  isLive: boolean
  /** Pending rows. */
  waiting: number
  /** Drafts, by `row id:cell`. */
  drafts: Map<string, string>
  /** Build id of the fork that the edits moved to. */
  movedTo: string | null
  /** Deleted, or hidden from others by an administrator. */
  isGone: boolean
  /** The kit behind its link: the newest version, or `kit` while it was never saved. */
  shared: Kit
  /** When the newest version was saved, milliseconds; null for a kit never saved. */
  savedAt: number | null
  /** The newest version is still pending. */
  isSaveWaiting: boolean
  /** Hidden by an administrator: only its owner can open it. */
  isHidden: boolean
  /** It has a draft, which exists on this device only. */
  isUnfinished: boolean
  /** The owner changed it after the newest version: others do not see that yet. */
  hasUnsharedChanges: boolean
  visibility: Visibility
  /** VIN of its vehicle, '' for none. Only the owner has it; it is not part of the kit. */
  vin: string
  /** Status by line id; only the owner has it. A missing status means needed. */
  statuses: ReadonlyMap<string, LineStatus>
}

/** Outcome of a look-up by build id. */
export type Found =
  | { kind: 'here'; kitId: string }
  | { kind: 'notFound' }
  | { kind: 'offline' }
  | { kind: 'failed' }

/** Draws a build id nobody has; the first edit stores the kit. */
export async function drawBuild(): Promise<string> {
  const buildId = newBuildId()
  await rememberDrawn(buildId, newId())
  return buildId
}

/** Notes that this device may start the build `buildId` as `kitId`. */
export async function rememberDrawn(buildId: string, kitId: string): Promise<void> {
  await db.meta.put({ key: `drawn:${buildId}`, value: { kitId, at: Date.now() } })
}

/**
 * `rememberDrawn` for an id from outside that the server did not know.
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

/** Kit behind a build id or kit id, as far as this device knows; null when unknown. */
export async function findHere(id: string): Promise<string | null> {
  return isId(id) ? findKit(id) : findBuild(id)
}

async function findKit(kitId: string): Promise<string | null> {
  const key = [shownPrincipal(), 'kit', kitId] as [string, Kind, string]
  return (await isStored(key)) ? kitId : null
}

async function findBuild(buildId: string): Promise<string | null> {
  const row = await db.rows.where('[p+buildId]').equals([shownPrincipal(), buildId]).first()
  if (row) return row.id
  const drawn = (await db.meta.get(`drawn:${buildId}`))?.value
  const kitId = kitIdOf(drawn)
  if (!kitId || (await isDrafted(kitId))) return null
  if (fieldOf(drawn, 'isGuess') !== true) return kitId
  // The id was free when asked, and nothing was written here: somebody may have it by now.
  return (await db.pending.where('[p+kit]').equals([shownPrincipal(), kitId]).count()) > 0
    ? kitId
    : null
}

/** Whether it is a device draft that the signed-in account did not take. */
async function isDrafted(kitId: string): Promise<boolean> {
  const key = [devicePrincipal(), 'kit', kitId] as [string, Kind, string]
  if (key[0] === shownPrincipal()) return false
  return isStored(key)
}

async function isStored(key: [string, Kind, string]): Promise<boolean> {
  // Pending before confirmed: an answer between the two reads moves a row from one to the other.
  return ((await db.pending.get(key)) ?? (await db.rows.get(key))) !== undefined
}

/** Rows, pending rows and drafts of one kit, by row id. */
export interface KitParts {
  p: string
  kitId: string
  rows: Map<string, StoredRow>
  pending: Map<string, PendingRow>
  /** All drafts of `p`, by `row id:cell`. */
  drafts: Map<string, string>
  /** Fork of the kit, as stored under `movedKey`. */
  moved: Json | undefined
}

/** Reads a kit with everything screens show of it. For a live query. */
export async function readBuild(
  kitId: string,
  buildId: string,
  principal = shownPrincipal(),
): Promise<Build> {
  return buildOf(await readParts(kitId, principal), buildId)
}

export async function readParts(kitId: string, principal: string): Promise<KitParts> {
  // One transaction: separate ones would double the cost, and could disagree.
  const tables = [db.rows, db.pending, db.drafts, db.meta]
  const [[rows, pending], texts] = await db.transaction('r', tables, async () =>
    Promise.all([ofKit(principal, kitId), readTexts(principal, kitId)]),
  )
  return { ...partsOf(principal, kitId, rows, pending), ...texts }
}

/** Parts of a kit that are no rows. */
export async function readTexts(
  principal: string,
  kitId: string,
): Promise<Pick<KitParts, 'drafts' | 'moved'>> {
  const [drafts, moved] = await Promise.all([
    ofPrincipal(db.drafts, principal).toArray(),
    db.meta.get(movedKey(principal, kitId)),
  ])
  const texts = drafts.map(({ id, cell, text }): [string, string] => [`${id}:${cell}`, text])
  return { drafts: new Map(texts), moved: moved?.value }
}

/** Parts of a kit with these rows, without drafts. */
export function partsOf(
  p: string,
  kitId: string,
  rows: readonly StoredRow[],
  pending: readonly PendingRow[],
): KitParts {
  return {
    p,
    kitId,
    rows: new Map(rows.map((row) => [row.id, row])),
    pending: new Map(pending.map((row) => [row.id, row])),
    drafts: new Map(),
    moved: undefined,
  }
}

export function buildOf(parts: KitParts, buildId: string): Build {
  const { kitId, moved } = parts
  const rows = [...parts.rows.values()]
  const pending = [...parts.pending.values()]
  const confirmed = parts.rows.get(kitId)
  const isMine = confirmed?.mine ?? true
  // Comments do not count, pending ones included: they are not kit content.
  const waiting = pending.filter((row) => row.kind !== 'comment')
  const merged = mergedRows([...rows, ...waiting])
  const cells = merged.get(kitId)?.cells ?? {}
  const isHidden = cells['hidden']?.[0] === true
  const live = isHidden && !isMine ? null : kitOfMerged(kitId, merged)
  const version = newestVersion([...merged.values()].filter((row) => row.kind === 'version'))
  const saved = live && version && kitOfVersion(live, version.cells)
  // Others' kits show their saved version; own kits show live cells.
  const kit = (isMine ? live : (saved ?? live)) ?? blankKit(kitId, buildId)
  const movedTo = fieldOf(moved, 'buildId')
  const isBlank = !confirmed && waiting.length === 0
  const shown = kit.buildId ? kit : { ...kit, buildId, ...(isBlank && moneyOfNewKit()) }
  return {
    kit: shown,
    isMine,
    isBlank,
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

type Merged = ReadonlyMap<string, { id: string; kind: Kind; cells: Cells }>

function kitOfMerged(kitId: string, merged: Merged): Kit | null {
  const rows = [...merged.values()]
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind)
  return kitOf({ id: kitId, cells: merged.get(kitId)?.cells ?? {} }, of('line'), of('step'), msOf)
}

/** Assembles a kit from its confirmed and pending rows; null when it was deleted. */
export function kitOfRows(
  kitId: string,
  rows: readonly { id: string; kind: Kind; cells: Cells }[],
): Kit | null {
  return kitOfMerged(kitId, mergedRows(rows))
}

const SAVED_CELLS = ['name', 'notes', 'vehicle', 'task', 'currency', 'rates']

/** Latest stamp of cells that versions contain: saving shares no others. */
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

/** Stamps first; a later stamp may still carry the saved value. */
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
