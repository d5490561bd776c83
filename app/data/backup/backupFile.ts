/**
 * Unsent work of this device in one file to keep: for a phone about to be reset, or a server gone
 * for good. A backup also holds one's own confirmed rows. Never in it: the device secret, tokens.
 */
import type { Check } from '#shared/shape.ts'

import { foreignJsonOf } from '#shared/tables/foreignJson.ts'
import { type Cells, isRowAlive } from '#shared/cells/cells.ts'
import { isId } from '#shared/ids.ts'
import {
  isKind,
  type Kind,
  ruleOf,
  SHAPE_VERSION,
  isEdited,
  kitIdOf,
} from '#shared/kinds/schema.ts'
import { isAnything, isListOf, isNumber, isRecordOf, isShape, isText } from '#shared/shape.ts'
import { isStamp } from '#shared/cells/stamp.ts'
import { upcastCells } from '#shared/sync/upcast.ts'
import { t } from '#shared/words/words.ts'
import { type CallRow, db, type Draft, type PendingRow, type ProblemRow } from '../device/db.ts'
import { PARKED } from '../sync/receive/parked.ts'
import { settled } from '../sync/write/writeQueue.ts'

/** Above the outbox of 10,000 kits with ten parts each. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024
export const MAX_FILE_ROWS = 200_000
/** Rows per slice before yielding to the screen. */
const AT_ONCE = 1_000
const FILE_VERSION = 1

/** A row with its owner; in `known`, with confirmed cells. */
export interface FileRow {
  p: string
  kind: Kind
  id: string
  kit: string
  cells: Cells
}

export interface BackupFile {
  wrenchlist: 'unsent' | 'backup'
  version: typeof FILE_VERSION
  /** `SHAPE_VERSION` of the cells. */
  shape: number
  savedAt: number
  /** Account names, by principal. */
  names: Record<string, string>
  pending: (FileRow & { at: number })[]
  /** Confirmed rows of one's own kits in the file: another device can only copy kits whole. */
  known: FileRow[]
  drafts: Draft[]
  problems: ProblemRow[]
  messages: Pick<CallRow, 'id' | 'at' | 'body'>[]
}

/** Why a file cannot be restored, in a sentence for people. */
export class FileProblem extends Error {}

/** Collects unsent work of everybody who used this device. */
export async function collectUnsent(now = Date.now()): Promise<BackupFile> {
  return collect('unsent', now)
}

/** Collects everything one owns here, sent or not, of everybody who used this device. */
export async function collectBackup(now = Date.now()): Promise<BackupFile> {
  return collect('backup', now)
}

async function collect(what: BackupFile['wrenchlist'], now: number): Promise<BackupFile> {
  await settled()
  return db.transaction('r', db.tables, async () => {
    const [pending, drafts, shown, calls] = await Promise.all([
      db.pending.toArray(),
      db.drafts.toArray(),
      db.problems.toArray(),
      // Calls of other kinds hold tokens.
      db.calls.where('kind').equals('contact').toArray(),
    ])
    // A parked problem only shows a held row, and that row is in the outbox.
    const problems = shown.filter(({ code }) => code !== PARKED)
    const known = what === 'backup' ? await readOwn() : await readKnown(pending, drafts, problems)
    const owners = new Set([...pending, ...known, ...drafts, ...problems].map(({ p }) => p))
    const names: Record<string, string> = {}
    for (const principal of owners) {
      const name = (await db.meta.get(`name:${principal}`))?.value
      if (typeof name === 'string') names[principal] = name
    }
    return {
      wrenchlist: what,
      version: FILE_VERSION,
      shape: SHAPE_VERSION,
      savedAt: now,
      names,
      pending: pending.map(({ at, ...row }) => ({ ...fileRow(row), at })),
      known,
      drafts,
      problems,
      messages: calls.map(({ id, at, body }) => ({ id, at, body })),
    }
  })
}

/** Own confirmed rows of every kit with unsent work. */
async function readKnown(
  pending: readonly PendingRow[],
  drafts: readonly Draft[],
  problems: readonly ProblemRow[],
): Promise<FileRow[]> {
  const draftIds = new Set(drafts.map(({ p, id }) => `${p} ${id}`))
  const all = await db.rows.toArray()
  const drafted = all.filter(({ p, id }) => draftIds.has(`${p} ${id}`))
  const kits = new Set([...pending, ...problems, ...drafted].map(({ p, kit }) => `${p} ${kit}`))
  return all
    .filter(({ p, kit, kind, mine }) => mine && isEdited(kind) && kits.has(`${p} ${kit}`))
    .map(fileRow)
}

/** Own kits, tasks and log entries; versions of own kits with their content, and own comments. */
async function readOwn(): Promise<FileRow[]> {
  const own = await db.rows.filter(({ mine }) => mine).toArray()
  const kits = new Set(own.flatMap(({ p, kind, id }) => (kind === 'kit' ? [`${p} ${id}`] : [])))
  const isWanted = ({ p, kind, kit, cells }: FileRow): boolean => {
    const { isOpen, insertOnce, required } = ruleOf(kind)
    if (isOpen) return kits.has(`${p} ${kit}`) && isRowAlive(cells)
    return insertOnce ? required.every((name) => cells[name]) : isEdited(kind)
  }
  return own.filter(isWanted).map(fileRow)
}

const fileRow = ({ p, kind, id, kit, cells }: FileRow): FileRow => ({ p, kind, id, kit, cells })

/** Counts what was never sent. */
export function unsentIn({ pending, drafts, problems, messages }: BackupFile): number {
  return pending.length + drafts.length + problems.length + messages.length
}

/**
 * Serializes the file in pieces, a thousand rows at a time, so a phone with a long outbox stays
 * responsive. Above the size limit, rows kept only for copies, and versions, are left out.
 * @throws FileProblem for a backup that is too large
 */
export async function writeBackupFile(file: BackupFile): Promise<string[]> {
  const pieces = await writePieces(file)
  const bytes = pieces.reduce((sum, piece) => sum + bytesOf(piece), 0)
  const isFine = rowsIn(file) <= MAX_FILE_ROWS && bytes <= MAX_FILE_BYTES
  if (isFine) return pieces
  if (file.wrenchlist === 'backup') {
    const known = file.known.filter(({ kind }) => kind !== 'version')
    if (known.length < file.known.length) return writeBackupFile({ ...file, known })
    throw new FileProblem(t('There is more here than one file can hold: 200,000 rows, or 100 MB.'))
  }
  return writePieces({ ...file, known: [] })
}

async function writePieces(file: BackupFile): Promise<string[]> {
  const { pending, known, drafts, problems, messages, ...head } = file
  const pieces = [JSON.stringify(head).slice(0, -1)]
  for (const [name, rows] of Object.entries({ pending, known, drafts, problems, messages })) {
    pieces.push(`,\n"${name}": [`)
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = rows.slice(at, at + AT_ONCE).map((row) => `\n${JSON.stringify(row)}`)
      pieces.push((at > 0 ? ',' : '') + some.join(','))
      await turn()
    }
    pieces.push(']')
  }
  return [...pieces, '}\n']
}

/** Yields to the event loop. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

/** "wrenchlist-unsent-2026-11-21.json", by the device's local date. */
export function unsentFileName(now: number, what: BackupFile['wrenchlist'] = 'unsent'): string {
  const date = new Date(now)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `wrenchlist-${what}-${day}.json`
}

/** Reads a file somebody picked. @throws FileProblem when it cannot be restored */
export async function readBackupFile(blob: Blob): Promise<BackupFile> {
  if (blob.size > MAX_FILE_BYTES) {
    throw new FileProblem(t('This file is larger than 100 MB, which is more than can be restored.'))
  }
  return parseBackupFile(await blob.text())
}

/** @throws FileProblem */
export function parseBackupFile(text: string): BackupFile {
  const value = foreignJsonOf(text)
  if (!isHead(value))
    throw new FileProblem(t('This is no backup and no file of unsent work from Wrenchlist.'))
  const head = value as { version: number; shape: number }
  if (head.version > FILE_VERSION || head.shape > SHAPE_VERSION) {
    throw new FileProblem(t('This file is from a newer Wrenchlist. Update this one first.'))
  }
  if (!isLists(value)) throw damaged()
  const rows = rowsIn(value as Lists)
  if (rows > MAX_FILE_ROWS) {
    throw new FileProblem(
      t('This file holds {counted} rows. At most 200,000 can be restored.', { counted: rows }),
    )
  }
  if (!isFile(value)) throw damaged()
  const file = value as BackupFile
  const up = <Row extends FileRow>(row: Row): Row => ({
    ...row,
    cells: upcastCells(row.kind, row.cells, head.shape),
  })
  return { ...file, pending: file.pending.map(up), known: file.known.map(up) }
}

const damaged = () => new FileProblem(t('This file is damaged. Nothing was taken from it.'))

const LISTS = ['pending', 'known', 'drafts', 'problems', 'messages'] as const
type Lists = Record<(typeof LISTS)[number], unknown[]>

const rowsIn = (file: Lists | BackupFile): number =>
  LISTS.reduce((sum, name) => sum + file[name].length, 0)

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const isHead = isShape({
  wrenchlist: (value) => value === 'unsent' || value === 'backup',
  version: isNumber,
  shape: isNumber,
})
const isLists = isShape(Object.fromEntries(LISTS.map((name) => [name, Array.isArray])))

const isTime: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 42
const isShort: Check = (value) => typeof value === 'string' && /^[\w:-]{1,80}$/.test(value)
const isPrincipal: Check = (value) =>
  typeof value === 'string' && /^[ud]:[A-Za-z0-9_-]{1,64}$/.test(value)
const isCells = isRecordOf(
  (cell) => Array.isArray(cell) && cell.length === 2 && isAnything(cell[0]) && isStamp(cell[1]),
)

/** A row a device may send, under the kit its kind requires. */
const isRow: Check = (value) => {
  const shape = { p: isPrincipal, kind: isKind, id: isId, kit: isText, cells: isCells }
  if (!isShape(shape)(value)) return false
  const { kind, id, kit, cells } = value as FileRow
  const { inKit, writers } = ruleOf(kind)
  const isPlaced = kitIdOf({ kind, id, kit }) === kit && (!inKit || isId(kit))
  const isNamed = Object.keys(cells).every((name) => /^[A-Za-z]{1,30}$/.test(name))
  return isPlaced && isNamed && writers !== 'server'
}

const isDraft = isShape({ p: isPrincipal, id: isId, cell: isShort, text: isText })
const isProblem = isShape({
  id: isShort,
  p: isPrincipal,
  at: isTime,
  kind: isKind,
  row: isId,
  kit: (value) => value === '' || isId(value),
  cell: isShort,
  value: isAnything,
  code: isShort,
})
const isMessage = isShape({ id: isId, at: isTime, body: isRecordOf(isText) })

const isFile = isShape({
  savedAt: isTime,
  names: isRecordOf(isText),
  pending: isListOf((row) => isRow(row) && isShape({ at: isTime })(row)),
  known: isListOf(isRow),
  drafts: isListOf(isDraft),
  problems: isListOf(isProblem),
  messages: isListOf(isMessage),
})
