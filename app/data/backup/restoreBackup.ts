/** Restores a file of unsent work into this device, each row to its owner. */
import { type Work, workIn } from '../device/work.ts'
import type { Table } from 'dexie'

import Dexie from 'dexie'

import type { Cells, Json } from '#shared/cells/cells.ts'
import { mergedRows, type StoreTx, getMeta, putMeta } from '../device/store.ts'
import type { FileRow, BackupFile } from './backupFile.ts'

import {
  beats,
  fieldOf,
  isRowAlive,
  isSameValue,
  latestStamp,
  mergeCells,
  textIn,
} from '#shared/cells/cells.ts'
import { newBuildId, newId } from '#shared/ids.ts'
import { ordAfter } from '#shared/ord.ts'
import { cellProblem, isContent, ruleOf } from '#shared/kinds/schema.ts'
import { GRACE_MS, msOf } from '#shared/cells/stamp.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { kitOfRows } from '../kits/open/builds.ts'
import { readDevice } from '../device/clock.ts'
import {
  pendingOf,
  problemOf,
  db,
  type Draft,
  type PendingRow,
  type ProblemRow,
} from '../device/db.ts'
import { env } from '../device/device.ts'
import { type Fork, saveCopy, valuesIn, valuesOf } from '../sync/write/fork.ts'
import { settled } from '../sync/write/writeQueue.ts'
import { noteEdit } from '../device/syncState.ts'
import { writeCells } from '../sync/write/writeCells.ts'

/** Result of a restore, real or previewed. */
export interface Restored {
  changes: number
  /** Kits the changes belong to. */
  kits: number
  /** Changes that are copies, because their owner is another device or an unknown account. */
  copies: number
  /** Rows this device already has, or has later values for. */
  known: number
  /** Rows without effect here: the deletion of a kit another device owns. */
  left: number
  /** Names of accounts in the file that never signed in here. */
  strangers: string[]
}

const MAX_STRANGER = 80

/** `p`: the principal that is present. */
interface Restoring extends Work {
  drafts: Table<Draft>
  device: string
  file: BackupFile
  kits: Set<string>
  done: Restored
}

/** Aborts the preview's transaction. */
class Trial extends Error {}

/** Counts what `restoreBackup` would do; stores nothing. */
export async function previewBackup(file: BackupFile): Promise<Restored> {
  return restore(file, true)
}

/** Stores the whole file in one transaction, or nothing. Idempotent. */
export async function restoreBackup(file: BackupFile): Promise<Restored> {
  const restored = await restore(file, false)
  noteEdit()
  return restored
}

async function restore(file: BackupFile, isTrial: boolean): Promise<Restored> {
  await settled()
  const done: Restored = { changes: 0, kits: 0, copies: 0, known: 0, left: 0, strangers: [] }
  const tables = [db.meta, db.rows, db.pending, db.problems, db.drafts, db.calls]
  const work = db.transaction('rw', tables, async () => {
    await takeMessages(file, done)
    return env.store.transact(async (tx) => {
      // Bound to the transaction: Dexie loses its current one after many non-Dexie awaits.
      const drafts = Dexie.currentTransaction.table<Draft>('drafts')
      const { principal: device } = await readDevice(tx)
      const kits = new Set<string>()
      await workIn(tx, env, (work) => takeAll({ ...work, drafts, device, file, kits, done }))
      done.kits = kits.size
      if (isTrial) throw new Trial()
    })
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Trial)) throw error
  })
  return done
}

async function takeAll(work: Restoring): Promise<void> {
  const { file } = work
  const all = [...file.pending, ...file.known, ...file.drafts, ...file.problems]
  const owners = new Set(all.map(({ p }) => p))
  for (const principal of owners) {
    if (await isOwnerHere(work, principal)) await takeOwn(work, principal)
    else await takeForeign(work, principal)
  }
}

async function takeMessages({ messages }: BackupFile, done: Restored): Promise<void> {
  for (const { id, at, body } of messages) {
    const isHere = (await db.calls.get(id)) !== undefined
    if (!isHere) await db.calls.add({ id, at, kind: 'contact', body, tries: 0, next: 0 })
    count({ done }, isHere)
  }
}

const isBackup = ({ wrenchlist }: BackupFile) => wrenchlist === 'backup'

/** This device, the signed-in account, or an account whose rows are locked here. */
async function isOwnerHere(
  { tx, device, p: present }: Restoring,
  principal: string,
): Promise<boolean> {
  if (principal === device || principal === present) return true
  return principal.startsWith('u:') && (await getMeta(tx, `name:${principal}`)) !== undefined
}

function count({ done }: Pick<Restoring, 'done'>, isKnown: boolean): void {
  if (isKnown) done.known++
  else done.changes++
}

async function takeOwn(work: Restoring, principal: string): Promise<void> {
  const { tx, drafts, file } = work
  // `known` rows are restored from a backup only: with unsent work the server still has them.
  for (const row of isBackup(file) ? file.known : []) {
    if (row.p === principal) await takeRow(work, { ...row, cells: ownCells(row), at: file.savedAt })
  }
  for (const row of file.pending) if (row.p === principal) await takeRow(work, row)
  for (const draft of file.drafts) {
    if (draft.p !== principal) continue
    const isHere = (await drafts.get([principal, draft.id, draft.cell])) !== undefined
    if (!isHere) await drafts.put(draft)
    count(work, isHere)
  }
  for (const problem of file.problems) {
    if (problem.p !== principal) continue
    const isHere = (await tx.get('problems', problem.id)) !== undefined
    if (!isHere) await tx.put('problems', [problem])
    count(work, isHere)
  }
}

/** Drops cells only the server may write, such as the hidden mark. */
function ownCells({ kind, cells }: FileRow): Cells {
  const own = Object.entries(cells).filter(
    ([cell, [value]]) => cellProblem(kind, cell, value) === null,
  )
  return Object.fromEntries(own)
}

/** The later stamp of each cell wins, whichever side has it. */
async function takeRow(work: Restoring, row: FileRow & { at: number }): Promise<void> {
  const { tx, clock, device, p: present, kits } = work
  const { kind, id, kit } = row
  const claimed = row.p === device && kit !== '' ? await getMeta(tx, `claimed:${kit}`) : undefined
  const principal = typeof claimed === 'string' ? claimed : row.p
  const confirmed = await tx.get('rows', [principal, kind, id])
  const before = await tx.get('pending', [principal, kind, id])
  let shown = mergeCells(confirmed?.cells ?? {}, before?.cells ?? {})
  const dirty: Cells = { ...before?.cells }
  let isKnown = true
  for (const [name, [value, sentStamp]] of Object.entries(row.cells)) {
    const here = shown[name]
    if (here && (isSameValue(here[0], value) || !beats([value, sentStamp], here))) continue
    // Insert-once rows that are confirmed cannot change.
    if (confirmed && ruleOf(kind).insertOnce) continue
    const code = cellProblem(kind, name, value)
    if (code !== null) {
      isKnown = (await keepRefused(work, { ...row, p: principal }, name, value, code)) && isKnown
      continue
    }
    // Stamp from a fast clock: the server would refuse it, so the cell gets a new one.
    const isAhead = msOf(sentStamp) > clock.now + GRACE_MS
    const stamp = isAhead ? clock.tick(latestStamp(shown)) : sentStamp
    if (!isAhead) clock.observe(stamp)
    dirty[name] = [value, stamp]
    shown = { ...shown, [name]: [value, stamp] }
    isKnown = false
  }
  count(work, isKnown)
  if (isKnown) return
  if (kit !== '') kits.add(kit)
  if (Object.keys(dirty).length > 0)
    await tx.put('pending', [waitingOf({ ...row, p: principal }, dirty, before)])
  const buildId = textIn(row.cells, 'buildId')
  if (kind === 'kit' && buildId !== '') await noteDrawn(tx, buildId, id, principal === present)
}

function waitingOf(
  row: FileRow & { at: number },
  cells: Cells,
  before: PendingRow | undefined,
): PendingRow {
  const waiting = pendingOf(row, cells, Math.min(row.at, before?.at ?? row.at))
  // A recovery pull is running and holds this row: new cells wait with it.
  return before?.held ? { ...waiting, held: before.held } : waiting
}

/** Notes the drawn build id, so the link opens; for a signed-out account only if no one has it. */
async function noteDrawn(tx: StoreTx, buildId: string, kitId: string, isPresent: boolean) {
  const key = `drawn:${buildId}`
  if ((await getMeta(tx, key)) !== undefined) return
  await putMeta(tx, key, { kitId, at: 0, ...(isPresent ? {} : { isGuess: true }) })
}

/** @returns whether it was here already */
async function keepRefused(
  { tx }: Restoring,
  row: FileRow,
  cell: string,
  value: Json,
  code: string,
): Promise<boolean> {
  const problem = problemOf(row, env.now(), cell, value, code)
  if ((await tx.get('problems', problem.id)) !== undefined) return true
  await tx.put('problems', [problem])
  return false
}

/** This device cannot write as that principal: their kits become copies of the current one's. */
async function takeForeign(work: Restoring, principal: string): Promise<void> {
  const { file, done } = work
  const name = principal.startsWith('u:') ? file.names[principal] : undefined
  if (name) done.strangers.push(name.slice(0, MAX_STRANGER))
  const parts = partsOf(file, principal)
  const kitIds = new Set(parts.keys())
  for (const [kitId, part] of parts) await copyKit(work, kitId, part)
  for (const row of isBackup(file) ? file.known : []) {
    if (row.p === principal && row.kind === 'task') await takeTask(work, row)
  }
  await takeLog(work, principal)
  for (const row of file.pending) {
    if (row.p !== principal) continue
    if (row.kind === 'task') await takeTask(work, row)
    else if (row.kind === 'comment') await takeComment(work, row)
    else if (row.kind !== 'log' && !kitIds.has(row.kit)) done.left++
  }
  done.left += file.problems.filter((row) => row.p === principal && !kitIds.has(row.kit)).length
}

/** Rows of one kit in a file. */
interface Part {
  known: FileRow[]
  pending: (FileRow & { at: number })[]
  problems: ProblemRow[]
  drafts: Draft[]
}

/** Groups an owner's rows by kit in one pass; a file may have thousands. */
function partsOf(
  { known, pending, problems, drafts }: BackupFile,
  principal: string,
): Map<string, Part> {
  const parts = new Map<string, Part>()
  const kitOfRow = new Map<string, string>()
  for (const { p: owner, kind, id, kit } of [...known, ...pending]) {
    if (owner !== principal || !isContent(kind)) continue
    if (!parts.has(kit)) parts.set(kit, { known: [], pending: [], problems: [], drafts: [] })
    kitOfRow.set(id, kit)
  }
  // Versions and comments stay with their original kit.
  for (const row of known) {
    if (row.p === principal && isContent(row.kind)) parts.get(row.kit)?.known.push(row)
  }
  for (const row of pending) {
    if (row.p === principal && row.kind !== 'comment') parts.get(row.kit)?.pending.push(row)
  }
  for (const row of problems) if (row.p === principal) parts.get(row.kit)?.problems.push(row)
  for (const draft of drafts) {
    if (draft.p === principal) parts.get(kitOfRow.get(draft.id) ?? '')?.drafts.push(draft)
  }
  return parts
}

async function copyKit(work: Restoring, kitId: string, part: Part): Promise<void> {
  const { tx, clock, p: present, kits, done } = work
  const { pending, problems, drafts } = part
  const rows = mergedRows([...part.known, ...pending].filter(({ kind }) => isContent(kind)))
  const more = isBackup(work.file) ? part.known.length : 0
  const amount = pending.length + problems.length + drafts.length + more
  const kit = rows.get(kitId)?.cells ?? {}
  if (kitOfRows(kitId, [...rows.values()]) === null) {
    done.left += amount
    return
  }
  const key = `restored:${present}:${kitId}`
  if ((await getMeta(tx, key)) !== undefined) {
    done.known += amount
    return
  }
  const early = clock.tick('')
  const fork: Fork = { kitId: newId(env.random), buildId: newBuildId(env.random), ids: {} }
  fork.ids[kitId] = fork.kitId
  const { fork: _from, ...values } = valuesOf(kit)
  const write = (kind: FileRow['kind'], id: string, cells: Record<string, Json>) =>
    writeCells(work, { kind, id, kit: fork.kitId, cells })
  await write('kit', fork.kitId, { ...values, buildId: fork.buildId })
  let last: string | null = null
  for (const { kind, id, cells } of rows.values()) {
    if (kind === 'kit' || !isRowAlive(cells)) continue
    const copy = newId(env.random)
    fork.ids[id] = copy
    const ord: string = textIn(cells, 'ord') || ordAfter(last)
    if (last === null || ord > last) last = ord
    const status = cells['status']?.[0]
    // `status` is kept: whoever restores owns the ordered parts.
    await write(kind, copy, { ...valuesOf(cells), ord, ...(status !== undefined && { status }) })
  }
  if (present.startsWith('u:')) {
    const versions = pending
      .filter(({ kind }) => kind === 'version')
      .map((row) => waitingOf({ ...row, p: present }, row.cells, undefined))
    await saveCopy(work, fork, versions, early)
  }
  for (const draft of drafts) {
    const id = fork.ids[draft.id]
    if (id) await work.drafts.put({ ...draft, p: present, id })
  }
  for (const problem of problems) await copyProblem(work, problem, fork)
  await noteDrawn(tx, fork.buildId, fork.kitId, true)
  await putMeta(tx, key, { kitId: fork.kitId })
  kits.add(fork.kitId)
  done.copies++
  done.changes += amount
}

async function copyProblem(
  { tx, p: present }: Restoring,
  problem: ProblemRow,
  fork: Fork,
): Promise<void> {
  const row = fork.ids[problem.row] ?? newId(env.random)
  const id = `${row}:${problem.cell}`
  await tx.put('problems', [{ ...problem, id, p: present, row, kit: fork.kitId }])
}

async function takeTask(work: Restoring, row: FileRow): Promise<void> {
  const { tx, p: present } = work
  const name = textIn(row.cells, 'name')
  const here = [...(await tx.range('rows', present)), ...(await tx.range('pending', present))]
  const isHere = here.some(
    ({ kind, cells }) => kind === 'task' && taskKey(textIn(cells, 'name')) === taskKey(name),
  )
  count(work, isHere)
  if (isHere) return
  const task = { kind: 'task' as const, id: newId(env.random), kit: '', cells: { name } }
  await writeCells(work, task)
}

/** Takes an owner's maintenance log; merged, because the file may be restored twice. */
async function takeLog(work: Restoring, principal: string): Promise<void> {
  const { tx, p: present, file } = work
  const merged = mergedRows(
    [...file.known, ...file.pending].filter(({ p, kind }) => p === principal && kind === 'log'),
  )
  const unsent = new Set(file.pending.map(({ id }) => id))
  for (const { id, cells } of merged.values()) {
    if (!isRowAlive(cells) || !(isBackup(file) || unsent.has(id))) continue
    const key = `restored:${present}:${id}`
    const isHere = (await getMeta(tx, key)) !== undefined
    count(work, isHere)
    if (isHere) continue
    const own = newId(env.random)
    await putMeta(tx, key, { id: own })
    const log = { kind: 'log' as const, id: own, kit: '', cells: valuesIn(cells) }
    await writeCells(work, log)
  }
}

/** Another account's comment waits among the problems: posting under this name takes a press. */
async function takeComment(work: Restoring, row: FileRow): Promise<void> {
  const { tx, p: present } = work
  const value = textIn(row.cells, 'text')
  const key = `restored:${present}:${row.id}`
  const isHere = fieldOf(await getMeta(tx, key), 'id') !== undefined
  if (value === '') {
    work.done.left++
    return
  }
  count(work, isHere)
  if (isHere) return
  const id = newId(env.random)
  await putMeta(tx, key, { id })
  await keepRefused(work, { ...row, p: present, id }, 'text', value, 'other_author')
}
