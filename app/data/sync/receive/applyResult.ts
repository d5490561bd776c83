/** Applies the server's result for one sent row to the store. */
import type { Work, Unstamped } from '../../device/work.ts'
import type { Cells } from '#shared/cells/cells.ts'
import type { WaitReason } from '#shared/cells/limits.ts'
import type { OpResult } from '#shared/sync/protocol.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import { pendingOf, problemOf, type PendingRow } from '../../device/db.ts'

import { isRowAlive, isSameValue, latestStamp, mergeCells, textIn } from '#shared/cells/cells.ts'
import { newBuildId } from '#shared/ids.ts'
import { backoffMs } from '../../device/delay.ts'
import { ordAfter } from '#shared/ord.ts'
import { cellProblem, ruleOf, sendableCells } from '#shared/kinds/schema.ts'
import { confirm } from './confirm.ts'
import { forkInto, saveCopy } from '../write/fork.ts'
import { tellRenamed } from './notices.ts'
import { isBeaten } from './offers.ts'
import { allOfKit, deleteRows, type EditEnv, movedKey } from '../../device/store.ts'
import { type StoreTx, putMeta } from '../../device/store.ts'
import { isSentCell, restampAhead } from './restampAhead.ts'

/** After this many tries a row is parked: shown to the person, and retried once a day. */
const HELD_AFTER = 8
const HELD_MS = 24 * 3_600_000
/** Longer waits are shown to the person too. */
const LONG_MS = 3_600_000
const PERMANENT = new Set([
  'forbidden',
  'not_owner',
  'parent_gone',
  'too_many_lines',
  'kit_too_large',
])

export async function applyResult(work: Work, sent: PendingRow, result: OpResult): Promise<void> {
  const { tx, clock, p: principal } = work
  // A settled offer the server refuses concerns nobody.
  if (sent.kind === 'beaten' && result.err && result.err !== 'retry') {
    await acknowledge(tx, principal, sent, Object.keys(sent.cells))
    return
  }
  if (result.err === 'not_owner' && sent.kit !== '') return forkSent(work, sent)
  if (result.err === 'gone') return sendWhole(work, sent)
  // An unknown `err` is from a newer server: a retry may pass.
  if (result.err && !PERMANENT.has(result.err)) {
    return postpone(work, sent, (result.after ?? 0) * 1_000, result.why)
  }
  if (result.err) {
    for (const cell of Object.keys(sent.cells)) await refuse(work, sent, cell, result.err)
    await acknowledge(tx, principal, sent, Object.keys(sent.cells))
    return
  }
  if (result.same) {
    await acknowledge(tx, principal, sent, Object.keys(sent.cells))
    return
  }

  const refused = new Set([...(result.clock ?? []), ...Object.keys(result.rej ?? {})])
  const accepted: Cells = {}
  for (const [name, cell] of Object.entries(sent.cells)) {
    if (!refused.has(name)) accepted[name] = cell
  }
  await tellRenamed(work, sent, result)
  // A cell the server set wins here, even with an earlier stamp.
  const effective = { ...mergeCells(accepted, result.stale ?? {}), ...result.set }
  for (const [, stamp] of Object.values(effective)) clock.observe(stamp)
  if (Object.keys(effective).length > 0) {
    const row = { kind: sent.kind, id: sent.id, kit: sent.kit, mine: true }
    await confirm(tx, principal, row, effective, 0, result.set)
  }
  for (const [name, cell] of Object.entries(result.stale ?? {})) {
    await noteOverwritten(work, sent, name, cell[0])
  }
  const later = new Set(result.clock)
  for (const [name, code] of Object.entries(result.rej ?? {})) {
    // An older server lacks the cell this app knows: the cell waits for its update.
    if (code === 'unknown_field' && isFine(sent, name)) later.add(name)
    else await refuse(work, sent, name, code)
  }
  const done = Object.keys(sent.cells).filter((name) => !later.has(name))
  await acknowledge(tx, principal, sent, done)
  if (later.size > (result.clock?.length ?? 0)) await postpone(work, sent, 0)
  if (result.clock) await restampAhead(work, sent, result.clock, result.top ?? '')
}

function isFine({ kind, cells }: PendingRow, name: string): boolean {
  return cellProblem(kind, name, cells[name]?.[0]) === null
}

/**
 * Removes acknowledged cells from the outbox, unless they were edited since they were sent.
 * @returns how many
 */
export async function acknowledge(
  tx: StoreTx,
  principal: string,
  sent: Pick<PendingRow, 'kind' | 'id' | 'cells'>,
  names: readonly string[],
): Promise<number> {
  const pending = await tx.get('pending', [principal, sent.kind, sent.id])
  if (!pending) return 0
  const left: Cells = {}
  for (const [name, cell] of Object.entries(pending.cells)) {
    const isSent = names.includes(name) && isSentCell(sent, name, cell)
    if (!isSent) left[name] = cell
  }
  const count = Object.keys(pending.cells).length - Object.keys(left).length
  if (Object.keys(left).length === 0) await deleteRows(tx, 'pending', [pending])
  else if (count > 0) await tx.put('pending', [{ ...pending, cells: left, tries: 0, next: 0 }])
  return count
}

/** The server lacks the row, or its kit: everything known of both is queued again. */
async function sendWhole(work: Work, sent: PendingRow): Promise<void> {
  const { tx, env, clock, p: principal } = work
  const pending = await tx.get('pending', [principal, sent.kind, sent.id])
  if (!pending) return
  const confirmed = await tx.get('rows', [principal, sent.kind, sent.id])
  const isThere = Object.entries(sent.cells).every(
    ([name, [, stamp]]) => confirmed?.cells[name]?.[1] === stamp,
  )
  // An answer applied before has confirmed it: this one is older.
  if (isThere) return
  if (confirmed) await deleteRows(tx, 'rows', [confirmed])
  const cells = mergeCells(sendableCells(sent.kind, confirmed?.cells ?? {}), pending.cells)
  const whole: PendingRow = { ...pending, cells }
  const isPartial = ruleOf(sent.kind).required.some((name) => !cells[name])
  // Its `ord` was refused with the rest, and the row was edited meanwhile.
  if (ruleOf(sent.kind).required.includes('ord') && !whole.cells['ord']) {
    whole.cells = {
      ...whole.cells,
      ord: [ordAfter(await lastOrd(tx, principal, sent.kit)), clock.tick(latestStamp(whole.cells))],
    }
  }
  const kit = sent.kit ? await tx.get('rows', [principal, 'kit', sent.kit]) : undefined
  const kitWaits = sent.kit ? await tx.get('pending', [principal, 'kit', sent.kit]) : undefined
  const isKitKnown = kit !== undefined || kitWaits?.cells['buildId'] !== undefined
  if (isPartial && !isKitKnown) {
    // The kit was collected long ago, on this device too: there is nothing to attach to.
    for (const cell of Object.keys(sent.cells)) await refuse(work, sent, cell, 'parent_gone')
    await acknowledge(tx, principal, sent, Object.keys(sent.cells))
    return
  }
  await tx.put('pending', [{ ...whole, tries: sent.tries + 1, next: backoff(env, sent.tries) }])
  if (!isKitKnown && sent.tries >= HELD_AFTER) return postpone(work, sent, 0)
  if (kit?.mine ?? sent.kind === 'kit') await sendKitAgain(work, sent.kit, {})
}

/**
 * Queues a whole kit again after the server collected it, for instance an idle draft.
 * @param there cells of the kit row the server has again already
 * @param told its rows the server has again, as `kind:id`
 */
export async function sendKitAgain(
  work: Unstamped,
  kitId: string,
  there: Cells,
  told: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { tx, env, p: principal } = work
  for (const row of await tx.range('rows', principal, { kit: kitId })) {
    const { kind, id, mine, cells } = row
    if (kind !== 'kit' && told.has(`${kind}:${id}`)) continue
    const { isOpen, writers, required } = ruleOf(kind)
    const isWhole = required.every((name) => cells[name])
    const isAlive = kind === 'kit' || isRowAlive(cells)
    if (!mine || isOpen || writers === 'server' || !isWhole || !isAlive) continue
    const before = await tx.get('pending', [principal, kind, id])
    const known = kind === 'kit' ? there : {}
    const lost = Object.entries(sendableCells(kind, cells)).filter(
      ([name, cell]) => known[name]?.[1] !== cell[1],
    )
    if (lost.length === 0) continue
    const all = mergeCells(Object.fromEntries(lost), before?.cells ?? {})
    await tx.put('pending', [{ ...pendingOf(row, all, env.now()), ...before, cells: all }])
    if (kind !== 'kit' || Object.keys(there).length === 0) await deleteRows(tx, 'rows', [row])
  }
}

/** Last `ord` among the kit's lines on this device. */
async function lastOrd(tx: StoreTx, principal: string, kit: string): Promise<string | null> {
  const ords = (await allOfKit(tx, principal, kit)).map((row) => textIn(row.cells, 'ord'))
  return ords.sort().at(-1) || null
}

function backoff(env: EditEnv, tries: number): number {
  // First retry at once: usually the kit is in the same batch and only got a new stamp.
  return tries === 0 ? 0 : env.now() + backoffMs(tries)
}

/** Problem id of a parked row. */
export const parkedId = ({ kind, id }: { kind: Kind; id: string }): string => `held:${kind}:${id}`

/** Delays the row with exponential backoff; parks it once the wait is long. */
export async function postpone(
  work: Unstamped,
  sent: PendingRow,
  afterMs: number,
  why?: WaitReason,
): Promise<void> {
  const { tx, env, p: principal } = work
  const pending = await tx.get('pending', [principal, sent.kind, sent.id])
  if (!pending) return
  // Limits hit any row, so they do not count as failed tries of this one.
  const tries = why ? sent.tries : sent.tries + 1
  const backoff = tries < HELD_AFTER ? backoffMs(sent.tries) : HELD_MS
  const wait = Math.min(HELD_MS, Math.max(afterMs, backoff))
  await tx.put('pending', [{ ...pending, tries, next: env.now() + wait, why }])
  // A row waiting for a limit shows that itself and needs no decision.
  if (why) return tx.delete('problems', [parkedId(sent)])
  if (wait < LONG_MS) return
  const problem = problemOf({ ...sent, p: principal }, env.now(), '', null, 'held')
  await tx.put('problems', [{ ...problem, id: parkedId(sent) }])
}

async function forkSent(work: Work, sent: PendingRow): Promise<void> {
  const { tx, p: principal } = work
  // Another op of this kit may have been answered first and forked everything.
  if ((await tx.range('pending', principal, { kit: sent.kit })).some(isEdit))
    await forkAway(work, sent.kit)
}

/** Comments stay with the original kit. */
const isEdit = ({ kind }: PendingRow): boolean => !ruleOf(kind).isOpen && kind !== 'beaten'

/** The kit is somebody else's: this device's edits of it become an own copy. */
export async function forkAway(work: Work, kitId: string): Promise<void> {
  const { tx, env, clock, p: principal } = work
  const rows = (await tx.range('pending', principal, { kit: kitId })).filter(isEdit)
  const early = clock.tick('')
  const fork = await forkInto(work, kitId, newBuildId(env.random))
  await saveCopy(work, fork, rows, early)
  await deleteRows(tx, 'pending', rows)
  await tx.delete('problems', rows.map(parkedId))
  for (const row of await tx.range('rows', principal, { kit: kitId })) {
    if (!ruleOf(row.kind).isOpen) await tx.put('rows', [{ ...row, mine: false }])
  }
  await putMeta(tx, movedKey(principal, kitId), { ...fork })
}

async function refuse(
  work: Unstamped,
  sent: PendingRow,
  cell: string,
  code: string,
): Promise<void> {
  const { tx, env } = work
  const value = sent.cells[cell]?.[0]
  if (value === undefined) return
  const { p, kind, id } = sent
  // Edited again since: nothing is lost.
  const pending = (await tx.get('pending', [p, kind, id]))?.cells[cell]
  if (pending && !isSentCell(sent, cell, pending)) return
  const stamp = sent.cells[cell]?.[1] ?? ''
  // With two requests under way, the later value may have been refused already. A cell still
  // pending is the latest, even if a fast clock was corrected since.
  const other = pending ? undefined : await tx.get('problems', `${id}:${cell}`)
  if ((other?.stamp ?? '') > stamp) return
  await tx.put('problems', [{ ...problemOf(sent, env.now(), cell, value, code), stamp }])
}

/** Keeps a value that lost against a later one, to be offered back. */
export async function noteOverwritten(
  work: Unstamped,
  sent: PendingRow,
  cell: string,
  winner: Cells[string][0],
): Promise<void> {
  const { tx } = work
  const own = sent.cells[cell]?.[0]
  const isSilent = cell === 'ord' || cell === 'del' || cell === 'buildId'
  if (own === undefined || isSilent || isSameValue(own, winner)) return
  if (await isBeaten(tx, sent, cell)) return
  await refuse(work, sent, cell, 'overwritten')
}

/** Turns a row the server cannot parse into problems, cell by cell, so the outbox moves on. */
export async function refuseRow(work: Unstamped, row: PendingRow, code: string): Promise<void> {
  const { tx } = work
  const pending = await tx.get('pending', [row.p, row.kind, row.id])
  if (!pending) return
  for (const cell of Object.keys(row.cells)) await refuse(work, row, cell, code)
  await acknowledge(tx, row.p, row, Object.keys(row.cells))
}
