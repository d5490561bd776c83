/**
 * Moves kits of this device into an account, and keeps unsent ones at sign-out. Separate from
 * claims.ts, which every sync loads: nobody signs in on a shared link.
 */
import type { Unstamped, Work } from '../device/work.ts'

import { type Cells, isRowAlive, mergeCells, textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { GRACE_MS, msOf } from '#shared/cells/stamp.ts'
import { forkAway, noteOverwritten, sendKitAgain } from '../sync/receive/applyResult.ts'
import { addClaim, readClaims, readTaken } from '../sync/receive/claims.ts'
import { type OpenClock, readDevice } from '../device/clock.ts'
import { readKitAnew } from '../sync/receive/cursors.ts'
import { mergedRows, movedKey, type StoreTx, getMeta, putMeta } from '../device/store.ts'
import { deleteRows, keyOf } from '../device/store.ts'
import { isFork, valuesIn } from '../sync/write/fork.ts'
import { writeCells } from '../sync/write/writeCells.ts'

/** Joins `gen`s: if the device's and the account's differ, an invalid one triggers a recovery. */
async function joinHistories(tx: StoreTx, from: string, to: string): Promise<void> {
  const [gen, other] = [await getMeta(tx, `gen:${from}`), await getMeta(tx, `gen:${to}`)]
  if (gen === undefined || gen === other) return
  await putMeta(tx, `gen:${to}`, other === undefined ? gen : 'of two histories')
}

/**
 * Moves kits of this device into an account at once; the server follows with the next batch. Tasks
 * of this device are re-created for the account.
 */
export async function claimKits(work: Work, kitIds: readonly string[]): Promise<void> {
  const { tx, env, p: principal } = work
  const { principal: device } = await readDevice(tx)
  const own: string[] = []
  for (const shown of kitIds) {
    const kitId = await ownId(work, device, shown)
    await moveKit(work, kitId, device, principal)
    await putMeta(tx, `claimed:${kitId}`, principal)
    own.push(kitId)
  }
  await addClaim(tx, principal, own)
  if (own.length === 0) return
  await joinHistories(tx, device, principal)
  await putMeta(tx, `taken:${principal}`, [
    ...new Set([...(await readTaken(tx, principal)), ...own]),
  ])
  const tasks = [...(await tx.range('rows', device)), ...(await tx.range('pending', device))]
  const names = tasks.filter((row) => row.kind === 'task').map((row) => textIn(row.cells, 'name'))
  for (const name of new Set(names)) {
    const task = { kind: 'task' as const, id: newId(env.random), kit: '', cells: { name } }
    await writeCells(work, task)
  }
  await moveLog(work, device, principal)
}

/**
 * Kit id under which a kit goes into the account `principal`. A kit that another account took stays with
 * that account, even while its claim waits: edits of an older window become a copy.
 */
async function ownId(work: Work, device: string, kitId: string): Promise<string> {
  const { tx, p: principal } = work
  const owner = await getMeta(tx, `claimed:${kitId}`)
  if (owner === undefined || owner === principal) return kitId
  await forkAway({ ...work, p: device }, kitId)
  const moved = await getMeta(tx, movedKey(device, kitId))
  return isFork(moved) ? moved.kitId : kitId
}

/**
 * Re-creates the maintenance log for the account, because the server moves no row to another owner,
 * and deletes the device's own.
 */
async function moveLog(work: Work, from: string, to: string): Promise<void> {
  const { tx, env } = work
  const all = [...(await tx.range('rows', from)), ...(await tx.range('pending', from))]
  for (const { id, cells } of mergedRows(all.filter(({ kind }) => kind === 'log')).values()) {
    if (!isRowAlive(cells)) continue
    const { del: _del, ...values } = valuesIn(cells)
    const log = { kind: 'log' as const, kit: '' }
    await writeCells({ ...work, p: to }, { ...log, id: newId(env.random), cells: values })
    await writeCells({ ...work, p: from }, { ...log, id, cells: { del: true } })
  }
}

/** Moves every row of a kit on this device, and the texts typed in it, to another principal. */
async function moveKit(work: Work, kit: string, from: string, to: string): Promise<void> {
  const { tx, clock } = work
  const rows = await tx.range('rows', from, { kit })
  const pending = await tx.range('pending', from, { kit })
  await deleteRows(tx, 'rows', rows)
  await deleteRows(tx, 'pending', pending)
  await readKitAnew(tx, from, kit)
  for (const row of rows) {
    await tx.put('rows', [joined(await tx.get('rows', [to, row.kind, row.id]), { ...row, p: to })])
  }
  // Holds cover the account's own rows only: the moved ones are just sent.
  for (const { held: _held, ...row } of pending) {
    const known = await tx.get('pending', [to, row.kind, row.id])
    const later = known && { ...known, cells: notBefore(row.cells, known.cells, clock) }
    const moved = joined(later, { ...row, p: to })
    if (known) {
      // Neither value was on the screen while the other was typed: the loser is offered back.
      await tx.delete('pending', [[to, row.kind, row.id]])
      for (const each of [known, { ...row, p: to }]) {
        for (const [name, cell] of Object.entries(each.cells)) {
          const [winner, stamp] = moved.cells[name] ?? cell
          if (stamp !== cell[1]) await noteOverwritten(work, each, name, winner)
        }
      }
    }
    await tx.put('pending', [{ ...moved, tries: 0, next: 0 }])
  }
  const ids = new Set([...rows, ...pending].map((row) => row.id))
  const problems = (await tx.range('problems', from)).filter((problem) => problem.kit === kit)
  for (const problem of problems) await tx.put('problems', [{ ...problem, p: to }])
  for (const draft of await tx.range('drafts', from)) {
    if (!ids.has(draft.id)) continue
    await tx.delete('drafts', [keyOf('drafts', draft)])
    await tx.put('drafts', [{ ...draft, p: to }])
  }
}

/**
 * The account may have pending cells in the row, locked since it signed out, while an older window
 * kept typing as the device.
 */
function joined<Row extends { cells: Cells }>(known: Row | undefined, moved: Row): Row {
  return known ? { ...moved, ...known, cells: mergeCells(known.cells, moved.cells) } : moved
}

/**
 * Pending cells whose stamps are comparable. A stamp ahead of this clock predates its correction,
 * so a cell stamped since was typed later.
 */
function notBefore(typed: Cells, waiting: Cells, clock: OpenClock): Cells {
  const isAhead = (cell?: Cells[string]) => cell && msOf(cell[1]) > clock.now + GRACE_MS
  const isLater = ([name, cell]: [string, Cells[string]]) =>
    !typed[name] || !isAhead(cell) || isAhead(typed[name])
  return Object.fromEntries(Object.entries(waiting).filter(isLater))
}

/**
 * Sign-out removes an account's rows from this device. Kits whose claim is still open are queued
 * again first: the server has them only as drafts, which expire.
 */
export async function keepWaiting(work: Unstamped): Promise<void> {
  const { tx, p: principal } = work
  for (const { kits } of await readClaims(tx, principal)) {
    for (const kitId of kits) await sendKitAgain(work, kitId, {})
  }
  // `blind`: the confirmed row goes, so later edits of these cells are typed unseen.
  for (const row of await tx.range('pending', principal)) {
    if (await tx.get('rows', [principal, row.kind, row.id]))
      await tx.put('pending', [{ blind: [], ...row }])
  }
}
