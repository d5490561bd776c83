/**
 * Kits of this device go into an account, and what is left of that when it signs out. Apart from
 * claims.ts, which every sync needs: nobody signs in on a shared link.
 */
import type { Cells, Json } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { OpenClock } from '../device/clock.ts'
import type { PendingRow, StoredRow } from '../device/db.ts'
import type { EditEnv, StoreTx } from '../device/store.ts'

import { isRowAlive, mergeCells, textIn } from '#shared/sync/cells.ts'
import { newId } from '#shared/ids.ts'
import { GRACE_MS, msOf } from '#shared/sync/stamp.ts'
import { forkAway, noteOverwritten, sendKitAgain } from '../sync/receive/applyResult.ts'
import { readClaims } from '../sync/receive/claims.ts'
import { addClaim, readTaken } from '../sync/receive/givenClaims.ts'
import { readDevice } from '../device/clock.ts'
import { readKitAnew } from '../sync/receive/cursors.ts'
import { movedKey } from '../device/store.ts'
import { isFork } from '../sync/write/fork.ts'
import { writeCells } from '../sync/write/writeCells.ts'

/** What moves was confirmed by the history its own stream came from: one that ended heals it. */
async function joinHistories(tx: StoreTx, from: string, to: string): Promise<void> {
  const [gen, other] = [await tx.getMeta(`gen:${from}`), await tx.getMeta(`gen:${to}`)]
  if (gen === undefined || gen === other) return
  await tx.putMeta(`gen:${to}`, other === undefined ? gen : 'of two histories')
}

/**
 * Moves kits of this device into an account, here and now; the server follows with the next batch.
 * The tasks this device made are made again for the account.
 */
export async function claimKits(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  kitIds: readonly string[],
): Promise<void> {
  const { principal } = await readDevice(tx)
  const own: string[] = []
  for (const shown of kitIds) {
    const kitId = await ownId(tx, env, clock, principal, p, shown)
    await moveKit(tx, env, clock, kitId, principal, p)
    await tx.putMeta(`claimed:${kitId}`, p)
    own.push(kitId)
  }
  await addClaim(tx, p, own)
  if (own.length === 0) return
  await joinHistories(tx, principal, p)
  await tx.putMeta(`taken:${p}`, [...new Set([...(await readTaken(tx, p)), ...own])])
  const tasks = [...(await tx.allRows(principal)), ...(await tx.allPending(principal))]
  const names = tasks.filter((row) => row.kind === 'task').map((row) => textIn(row.cells, 'name'))
  for (const name of new Set(names)) {
    const task = { kind: 'task' as const, id: newId(env.random), kit: '', cells: { name } }
    await writeCells(tx, env, clock, p, task)
  }
  await moveLog(tx, env, clock, principal, p)
}

/**
 * Under which id a kit goes into the account `p`. One that went into another account already is
 * that one's, though its claim may wait here: what a window from before typed on becomes a copy.
 */
async function ownId(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  device: string,
  p: string,
  kitId: string,
): Promise<string> {
  const owner = await tx.getMeta(`claimed:${kitId}`)
  if (owner === undefined || owner === p) return kitId
  await forkAway(tx, env, clock, device, kitId)
  const moved = await tx.getMeta(movedKey(device, kitId))
  return isFork(moved) ? moved.kitId : kitId
}

/**
 * The maintenance log goes along: made again for the account, because the server gives no row to
 * another owner, and taken out of the device's own.
 */
async function moveLog(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  from: string,
  to: string,
): Promise<void> {
  const merged = new Map<string, Cells>()
  for (const row of [...(await tx.allRows(from)), ...(await tx.allPending(from))]) {
    if (row.kind === 'log') merged.set(row.id, mergeCells(merged.get(row.id) ?? {}, row.cells))
  }
  for (const [id, cells] of merged) {
    if (!isRowAlive(cells)) continue
    const { del: _del, ...values } = valuesIn(cells)
    const log = { kind: 'log' as const, kit: '' }
    await writeCells(tx, env, clock, to, { ...log, id: newId(env.random), cells: values })
    await writeCells(tx, env, clock, from, { ...log, id, cells: { del: true } })
  }
}

const valuesIn = (cells: Cells): Record<string, Json> =>
  Object.fromEntries(Object.entries(cells).map(([name, [value]]) => [name, value]))

/** Gives everything this device keeps of a kit to another principal. */
async function moveKit(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  kit: string,
  from: string,
  to: string,
): Promise<void> {
  const rows = await tx.rowsOfKit(from, kit)
  const pending = await tx.pendingOfKit(from, kit)
  const keys = (list: readonly StoredRow[] | readonly PendingRow[]) =>
    list.map(({ kind, id }): [string, Kind, string] => [from, kind, id])
  await tx.deleteRows(keys(rows))
  await tx.deletePending(keys(pending))
  await readKitAnew(tx, from, kit)
  for (const row of rows) {
    await tx.putRows([joined(await tx.getRow(to, row.kind, row.id), { ...row, p: to })])
  }
  // Whether the server has it is asked for the account's own rows only: the others are just sent.
  for (const { held: _held, ...row } of pending) {
    const known = await tx.getPending(to, row.kind, row.id)
    const later = known && { ...known, cells: notBefore(row.cells, known.cells, clock) }
    const moved = joined(later, { ...row, p: to })
    if (known) {
      // Neither was on the screen while the other was typed: what loses is offered back.
      await tx.deletePending([[to, row.kind, row.id]])
      for (const each of [known, { ...row, p: to }]) {
        for (const [name, cell] of Object.entries(each.cells)) {
          const [winner, stamp] = moved.cells[name] ?? cell
          if (stamp !== cell[1]) await noteOverwritten(tx, env, each, name, winner)
        }
      }
    }
    await tx.putPending([{ ...moved, tries: 0, next: 0 }])
  }
  const ids = new Set([...rows, ...pending].map((row) => row.id))
  await tx.moveTexts(kit, [...ids], from, to)
}

/**
 * The account may have work of its own in the row, locked here since it signed out, while a window
 * from before typed on as the device.
 */
function joined<Row extends { cells: Cells }>(known: Row | undefined, moved: Row): Row {
  return known ? { ...moved, ...known, cells: mergeCells(known.cells, moved.cells) } : moved
}

/**
 * Of what waits those cells whose stamps can be held against others. One that is ahead of this clock
 * was given before it was put right, so whatever has a stamp of now was typed later.
 */
function notBefore(typed: Cells, waiting: Cells, clock: OpenClock): Cells {
  const isAhead = (cell?: Cells[string]) => cell && msOf(cell[1]) > clock.now + GRACE_MS
  const isLater = ([name, cell]: [string, Cells[string]]) =>
    !typed[name] || !isAhead(cell) || isAhead(typed[name])
  return Object.fromEntries(Object.entries(waiting).filter(isLater))
}

/**
 * Signing out takes an account's rows off this device. Of kits the server was not yet told are in
 * it, the server may lose what it has, as drafts expire: those wait here as unsent work.
 */
export async function keepWaiting(tx: StoreTx, env: EditEnv, p: string): Promise<void> {
  for (const { kits } of await readClaims(tx, p)) {
    for (const kitId of kits) await sendKitAgain(tx, env, p, kitId, {})
  }
  // What waits of a row that goes is a part of it: what is typed into it later is typed unseen.
  for (const row of await tx.allPending(p)) {
    if (await tx.getRow(p, row.kind, row.id)) await tx.putPending([{ blind: [], ...row }])
  }
}
