/** What the server made of one row that was sent, taken over into the store. */
import type { Cells } from '#shared/sync/cells.ts'
import type { WaitReason } from '#shared/sync/limits.ts'
import type { OpResult } from '#shared/sync/protocol.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { OpenClock } from '../../device/clock.ts'
import type { PendingRow } from '../../device/db.ts'
import type { EditEnv, StoreTx } from '../../device/store.ts'

import { isRowAlive, isSameValue, latestStamp, mergeCells, textIn } from '#shared/sync/cells.ts'
import { newBuildId } from '#shared/ids.ts'
import { ordAfter } from '#shared/ord.ts'
import { cellProblem, ruleOf, sendableCells, SHAPE_VERSION } from '#shared/kinds/schema.ts'
import { confirm } from './confirm.ts'
import { forkInto, saveCopy } from '../write/fork.ts'
import { tellRenamed } from './notices.ts'
import { isBeaten } from './offers.ts'
import { movedKey } from '../../device/store.ts'
import { isSentCell, restamp } from './restamp.ts'

const MAX_BACKOFF_MS = 5 * 60_000
/** After so many tries a row is held: shown to the person, and tried again once a day. */
const HELD_AFTER = 8
const HELD_MS = 24 * 3_600_000
/** Whoever has to wait longer is told so as well. */
const LONG_MS = 3_600_000
const PERMANENT = new Set([
  'forbidden',
  'not_owner',
  'parent_gone',
  'too_many_lines',
  'kit_too_large',
])

/** What became of one row that was sent. */
export async function applyResult(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  sent: PendingRow,
  result: OpResult,
): Promise<void> {
  // A value that is offered no more needs nobody's decision.
  if (sent.kind === 'beaten' && result.err && result.err !== 'retry') {
    await acknowledge(tx, p, sent, Object.keys(sent.cells))
    return
  }
  if (result.err === 'not_owner' && sent.kit !== '') return forkSent(tx, env, clock, p, sent)
  if (result.err === 'gone') return sendWhole(tx, env, clock, p, sent)
  // An err this version does not know is of a newer server: it may pass later.
  if (result.err && !PERMANENT.has(result.err)) {
    return postpone(tx, env, p, sent, (result.after ?? 0) * 1_000, result.why)
  }
  if (result.err) {
    for (const cell of Object.keys(sent.cells)) await refuse(tx, env, sent, cell, result.err)
    await acknowledge(tx, p, sent, Object.keys(sent.cells))
    return
  }
  if (result.same) {
    await acknowledge(tx, p, sent, Object.keys(sent.cells))
    return
  }

  const refused = new Set([...(result.clock ?? []), ...Object.keys(result.rej ?? {})])
  const accepted: Cells = {}
  for (const [name, cell] of Object.entries(sent.cells)) {
    if (!refused.has(name)) accepted[name] = cell
  }
  await tellRenamed(tx, env, p, sent, result)
  // What the server stored in place of what was sent is so, also where its stamp is the earlier.
  const effective = { ...mergeCells(accepted, result.stale ?? {}), ...result.set }
  for (const [, stamp] of Object.values(effective)) clock.observe(stamp)
  if (Object.keys(effective).length > 0) {
    const row = { kind: sent.kind, id: sent.id, kit: sent.kit, mine: true }
    await confirm(tx, p, row, effective, 0, result.set)
  }
  for (const [name, cell] of Object.entries(result.stale ?? {})) {
    await noteOverwritten(tx, env, sent, name, cell[0])
  }
  const later = new Set(result.clock)
  for (const [name, code] of Object.entries(result.rej ?? {})) {
    // The server is older than this app, which knows the cell: it waits for the update there.
    if (code === 'unknown_field' && isFine(sent, name)) later.add(name)
    else await refuse(tx, env, sent, name, code)
  }
  const done = Object.keys(sent.cells).filter((name) => !later.has(name))
  await acknowledge(tx, p, sent, done)
  if (later.size > (result.clock?.length ?? 0)) await postpone(tx, env, p, sent, 0)
  if (result.clock) await restamp(tx, clock, p, sent, result.clock, result.top ?? '')
}

function isFine({ kind, cells }: PendingRow, name: string): boolean {
  return cellProblem(kind, name, cells[name]?.[0]) === null
}

/**
 * Takes cells out of the outbox, but only where they are still the ones that were sent.
 * @returns how many
 */
export async function acknowledge(
  tx: StoreTx,
  p: string,
  sent: Pick<PendingRow, 'kind' | 'id' | 'cells'>,
  names: readonly string[],
): Promise<number> {
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return 0
  const left: Cells = {}
  for (const [name, cell] of Object.entries(pending.cells)) {
    const isSent = names.includes(name) && isSentCell(sent, name, cell)
    if (!isSent) left[name] = cell
  }
  const count = Object.keys(pending.cells).length - Object.keys(left).length
  if (Object.keys(left).length === 0) await tx.deletePending([[p, sent.kind, sent.id]])
  else if (count > 0) await tx.putPending([{ ...pending, cells: left, tries: 0, next: 0 }])
  return count
}

/**
 * The server does not hold the row, or not its kit. Everything this device knows of both is sent
 * again.
 */
async function sendWhole(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  sent: PendingRow,
): Promise<void> {
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return
  const confirmed = await tx.getRow(p, sent.kind, sent.id)
  const isThere = Object.entries(sent.cells).every(
    ([name, [, stamp]]) => confirmed?.cells[name]?.[1] === stamp,
  )
  // An answer that was taken over before has confirmed it: this one was written earlier.
  if (isThere) return
  if (confirmed) await tx.deleteRows([[p, sent.kind, sent.id]])
  const cells = mergeCells(sendableCells(sent.kind, confirmed?.cells ?? {}), pending.cells)
  const whole: PendingRow = { ...pending, cells }
  const isPartial = ruleOf(sent.kind).required.some((name) => !cells[name])
  // Its required cell was refused with the rest of it, and this was typed on meanwhile.
  if (ruleOf(sent.kind).required.includes('ord') && !whole.cells['ord']) {
    whole.cells = {
      ...whole.cells,
      ord: [ordAfter(await lastOrd(tx, p, sent.kit)), clock.tick(latestStamp(whole.cells))],
    }
  }
  const kit = sent.kit ? await tx.getRow(p, 'kit', sent.kit) : undefined
  const kitWaits = sent.kit ? await tx.getPending(p, 'kit', sent.kit) : undefined
  const isKitKnown = kit !== undefined || kitWaits?.cells['buildId'] !== undefined
  if (isPartial && !isKitKnown) {
    // Deleted so long ago that it was collected, on this device as well: there is nothing to go to.
    for (const cell of Object.keys(sent.cells)) await refuse(tx, env, sent, cell, 'parent_gone')
    await acknowledge(tx, p, sent, Object.keys(sent.cells))
    return
  }
  await tx.putPending([{ ...whole, tries: sent.tries + 1, next: backoff(env, sent.tries) }])
  if (!isKitKnown && sent.tries >= HELD_AFTER) return postpone(tx, env, p, sent, 0)
  if (kit?.mine ?? sent.kind === 'kit') await sendKitAgain(tx, env, p, sent.kit, {})
}

/**
 * What the server had of a kit is gone there, such as a draft nobody touched: all of it is sent.
 * @param there what of the kit's own row has come there again already
 * @param told its rows that have come there with it, as `kind:id`
 */
export async function sendKitAgain(
  tx: StoreTx,
  env: EditEnv,
  p: string,
  kitId: string,
  there: Cells,
  told: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const { kind, id, kit, mine, cells } of await tx.rowsOfKit(p, kitId)) {
    if (kind !== 'kit' && told.has(`${kind}:${id}`)) continue
    const { isOpen, writers, required } = ruleOf(kind)
    const isWhole = required.every((name) => cells[name])
    const isAlive = kind === 'kit' || isRowAlive(cells)
    if (!mine || isOpen || writers === 'server' || !isWhole || !isAlive) continue
    const before = await tx.getPending(p, kind, id)
    const waiting = { p, kind, id, kit, shape: SHAPE_VERSION, tries: 0, next: 0, at: env.now() }
    const known = kind === 'kit' ? there : {}
    const lost = Object.entries(sendableCells(kind, cells)).filter(
      ([name, cell]) => known[name]?.[1] !== cell[1],
    )
    if (lost.length === 0) continue
    const all = mergeCells(Object.fromEntries(lost), before?.cells ?? {})
    await tx.putPending([{ ...waiting, ...before, cells: all }])
    if (kind !== 'kit' || Object.keys(there).length === 0) await tx.deleteRows([[p, kind, id]])
  }
}

/** The order key of the last line of a kit, as far as it is known here. */
async function lastOrd(tx: StoreTx, p: string, kit: string): Promise<string | null> {
  const rows = [...(await tx.rowsOfKit(p, kit)), ...(await tx.pendingOfKit(p, kit))]
  const ords = rows.map((row) => textIn(row.cells, 'ord'))
  return ords.reduce<string | null>(
    (last, ord) => (ord && (last === null || ord > last) ? ord : last),
    null,
  )
}

function backoff(env: EditEnv, tries: number): number {
  // The first time at once: usually the kit is in the same batch and was only given a new stamp.
  return tries === 0 ? 0 : env.now() + Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** tries)
}

/** Under which id a row that is held is shown among the problems. */
export const heldId = ({ kind, id }: { kind: Kind; id: string }): string => `held:${kind}:${id}`

/** It may pass later: the row waits, longer each time. One that waited long is shown. */
export async function postpone(
  tx: StoreTx,
  env: EditEnv,
  p: string,
  sent: PendingRow,
  afterMs: number,
  why?: WaitReason,
): Promise<void> {
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return
  // A limit is met by any row: waiting for one says nothing of this one.
  const tries = why ? sent.tries : sent.tries + 1
  const backoff = tries < HELD_AFTER ? Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** sent.tries) : HELD_MS
  const wait = Math.min(HELD_MS, Math.max(afterMs, backoff))
  await tx.putPending([{ ...pending, tries, next: env.now() + wait, why }])
  // What waits for a limit says so itself, and no longer asks anybody for a decision.
  if (why) return tx.deleteProblems([heldId(sent)])
  if (wait < LONG_MS) return
  const { kind, id, kit } = sent
  const problem = { id: heldId(sent), p, at: env.now(), kind, row: id, kit, cell: '', value: null }
  await tx.putProblem({ ...problem, code: 'held' })
}

async function forkSent(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  sent: PendingRow,
): Promise<void> {
  // Another op of the same kit may have been answered first and taken everything along.
  if ((await tx.pendingOfKit(p, sent.kit)).some(isEdit)) await forkAway(tx, env, clock, p, sent.kit)
}

/** Comments stay with the kit they were written on. */
const isEdit = ({ kind }: PendingRow): boolean => !ruleOf(kind).isOpen && kind !== 'beaten'

/** The kit turned out to be somebody else's: what this device has of it becomes an own copy. */
export async function forkAway(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  kitId: string,
): Promise<void> {
  const rows = (await tx.pendingOfKit(p, kitId)).filter(isEdit)
  const early = clock.tick('')
  const fork = await forkInto(tx, env, clock, p, kitId, newBuildId(env.random))
  await saveCopy(tx, env, clock, fork, rows, early)
  await tx.deletePending(rows.map((row) => [p, row.kind, row.id]))
  await tx.deleteProblems(rows.map(heldId))
  const confirmed = (await tx.rowsOfKit(p, kitId)).filter((row) => !ruleOf(row.kind).isOpen)
  await tx.putRows(confirmed.map((row) => ({ ...row, mine: false })))
  await tx.putMeta(movedKey(p, kitId), { ...fork })
}

async function refuse(
  tx: StoreTx,
  env: EditEnv,
  sent: PendingRow,
  cell: string,
  code: string,
): Promise<void> {
  const value = sent.cells[cell]?.[0]
  if (value === undefined) return
  const { p, kind, id, kit } = sent
  // Typed over since: nothing of it is missing.
  const pending = (await tx.getPending(p, kind, id))?.cells[cell]
  if (pending && !isSentCell(sent, cell, pending)) return
  const stamp = sent.cells[cell]?.[1] ?? ''
  // Of two requests on their way the later value may have been refused already. What still waits is
  // the latest, also where a clock that was ahead then has been put right since.
  const other = pending ? undefined : await tx.getProblem(`${id}:${cell}`)
  if ((other?.stamp ?? '') > stamp) return
  await tx.putProblem({
    id: `${id}:${cell}`,
    p,
    at: env.now(),
    kind,
    row: id,
    kit,
    cell,
    value,
    code,
    stamp,
  })
}

/** What this device typed lost against a later value: it is kept, to be offered back. */
export async function noteOverwritten(
  tx: StoreTx,
  env: EditEnv,
  sent: PendingRow,
  cell: string,
  winner: Cells[string][0],
): Promise<void> {
  const own = sent.cells[cell]?.[0]
  const isSilent = cell === 'ord' || cell === 'del' || cell === 'buildId'
  if (own === undefined || isSilent || isSameValue(own, winner)) return
  if (await isBeaten(tx, sent, cell)) return
  await refuse(tx, env, sent, cell, 'overwritten')
}

/** A row the server cannot even read is parked, cell by cell, and the rest goes on. */
export async function refuseRow(
  tx: StoreTx,
  env: EditEnv,
  row: PendingRow,
  code: string,
): Promise<void> {
  const pending = await tx.getPending(row.p, row.kind, row.id)
  if (!pending) return
  for (const cell of Object.keys(row.cells)) await refuse(tx, env, row, cell, code)
  await acknowledge(tx, row.p, row, Object.keys(row.cells))
}
