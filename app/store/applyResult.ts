/** What the server made of one row that was sent, taken over into the store. */
import type { Cells } from '#shared/cells.ts'
import type { OpResult } from '#shared/protocol.ts'
import type { Kind } from '#shared/schema.ts'
import type { OpenClock } from './clock.ts'
import type { PendingRow } from './db.ts'
import type { StoreTx } from './store.ts'
import type { EditEnv } from './writeCells.ts'

import { isSameValue, latestStamp, mergeCells, textIn } from '#shared/cells.ts'
import { newBuildId } from '#shared/ids.ts'
import { ordAfter } from '#shared/ord.ts'
import { cellProblem, ruleOf, SHAPE_VERSION } from '#shared/schema.ts'
import { GRACE_MS, msOf } from '#shared/stamp.ts'
import { confirm } from './confirm.ts'
import { forkInto, saveCopy } from './fork.ts'
import { movedKey } from './store.ts'
import { ghostsOf, isSentCell, restamp, restate } from './restamp.ts'

const MAX_BACKOFF_MS = 5 * 60_000
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
  if (result.err === 'not_owner' && sent.kit !== '') return forkSent(tx, env, clock, p, sent)
  if (result.err === 'gone') return sendWhole(tx, env, clock, p, sent)
  // An err this version does not know is of a newer server: it may pass later.
  if (result.err && !PERMANENT.has(result.err)) {
    return postpone(tx, env, p, sent, (result.after ?? 0) * 1_000)
  }
  if (result.err) {
    for (const cell of Object.keys(sent.cells)) await refuse(tx, env, sent, cell, result.err)
    return acknowledge(tx, p, sent, Object.keys(sent.cells))
  }
  if (result.same) return acknowledge(tx, p, sent, Object.keys(sent.cells))

  const refused = new Set([...(result.clock ?? []), ...Object.keys(result.rej ?? {})])
  const accepted: Cells = {}
  for (const [name, cell] of Object.entries(sent.cells)) {
    if (!refused.has(name)) accepted[name] = cell
  }
  const reclaimed = await ghostsOf(tx, p, sent, result.stale ?? {})
  // What the server stored in place of what was sent is so, also where its stamp is the earlier.
  const effective = { ...mergeCells(accepted, result.stale ?? {}), ...result.set }
  for (const [, stamp] of Object.values(effective)) clock.observe(stamp)
  if (Object.keys(effective).length > 0) {
    await confirm(tx, p, { kind: sent.kind, id: sent.id, kit: sent.kit, mine: true }, effective)
  }
  for (const [name, cell] of Object.entries(result.stale ?? {})) {
    if (!reclaimed?.[name]) await noteOverwritten(tx, env, sent, name, cell[0])
  }
  for (const [name, code] of Object.entries(result.rej ?? {}))
    await refuse(tx, env, sent, name, code)
  const done = Object.keys(sent.cells).filter((name) => !result.clock?.includes(name))
  await acknowledge(tx, p, sent, done)
  if (reclaimed) await restate(tx, env, clock, p, sent, reclaimed)
  if (result.clock) await restamp(tx, clock, p, sent, result.clock, result.top ?? '')
}

/** Takes cells out of the outbox, but only where they are still the ones that were sent. */
async function acknowledge(
  tx: StoreTx,
  p: string,
  sent: PendingRow,
  names: readonly string[],
): Promise<void> {
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return
  const left: Cells = {}
  for (const [name, cell] of Object.entries(pending.cells)) {
    const isSent = names.includes(name) && isSentCell(sent, name, cell)
    if (!isSent) left[name] = cell
  }
  if (Object.keys(left).length === 0) await tx.deletePending([[p, sent.kind, sent.id]])
  else await tx.putPending([{ ...pending, cells: left, tries: 0, next: 0 }])
}

/**
 * The server does not hold the row, or not its kit. Everything this device knows of both is sent
 * again; stamps from a clock that ran ahead are given anew, since nothing is there to lose against.
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
  if (confirmed) await tx.deleteRows([[p, sent.kind, sent.id]])
  const cells = mergeCells(ownCells(sent.kind, confirmed?.cells ?? {}), pending.cells)
  const whole: PendingRow = { ...pending, cells }
  // Its required cell was refused with the rest of it, and this was typed on meanwhile.
  if (ruleOf(sent.kind).required.includes('ord') && !whole.cells['ord']) {
    whole.cells = {
      ...whole.cells,
      ord: [ordAfter(await lastOrd(tx, p, sent.kit)), clock.tick(latestStamp(whole.cells))],
    }
  }
  await tx.putPending([{ ...whole, tries: sent.tries + 1, next: backoff(env, sent.tries) }])
  const ahead = Object.entries(whole.cells).filter(
    ([, cell]) => msOf(cell[1]) > clock.now + GRACE_MS,
  )
  if (ahead.length > 0) {
    await restamp(
      tx,
      clock,
      p,
      whole,
      ahead.map(([name]) => name),
      '',
    )
  }
  const kit = sent.kit ? await tx.getRow(p, 'kit', sent.kit) : undefined
  if (!kit?.mine || sent.kind === 'kit') return
  const kitPending = await tx.getPending(p, 'kit', sent.kit)
  const again: PendingRow = {
    p,
    kind: 'kit',
    id: sent.kit,
    kit: sent.kit,
    shape: SHAPE_VERSION,
    tries: 0,
    next: 0,
    at: kitPending?.at ?? env.now(),
    cells: mergeCells(ownCells('kit', kit.cells), kitPending?.cells ?? {}),
  }
  await tx.putPending([again])
}

/** Cells a device may send: not those that only the server writes. */
function ownCells(kind: Kind, cells: Cells): Cells {
  const isOwn = ([name, [value]]: [string, Cells[string]]) =>
    cellProblem(kind, name, value) !== 'forbidden'
  return Object.fromEntries(Object.entries(cells).filter(isOwn))
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

async function postpone(
  tx: StoreTx,
  env: EditEnv,
  p: string,
  sent: PendingRow,
  afterMs: number,
): Promise<void> {
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return
  const wait = Math.max(afterMs, Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** sent.tries))
  await tx.putPending([{ ...pending, tries: sent.tries + 1, next: env.now() + wait }])
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
const isEdit = (row: PendingRow): boolean => !ruleOf(row.kind).isOpen

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
  })
}

/** What this device typed lost against a later value: it is kept, to be offered back. */
async function noteOverwritten(
  tx: StoreTx,
  env: EditEnv,
  sent: PendingRow,
  cell: string,
  winner: Cells[string][0],
): Promise<void> {
  const own = sent.cells[cell]?.[0]
  const isSilent = cell === 'ord' || cell === 'del' || cell === 'buildId'
  if (own === undefined || isSilent || isSameValue(own, winner)) return
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
