/** Kits on their way from this device's own key into the account that signed in on it. */
import type { Cells, Json } from '#shared/cells.ts'
import type { Claim, ClaimAnswers } from '#shared/protocol.ts'
import type { Kind } from '#shared/schema.ts'
import type { OpenClock } from './clock.ts'
import type { PendingRow, StoredRow } from './db.ts'
import type { StoreTx } from './store.ts'
import type { EditEnv } from './writeCells.ts'

import { isRowAlive, mergeCells, textIn } from '#shared/cells.ts'
import { newId } from '#shared/ids.ts'
import { ruleOf } from '#shared/schema.ts'
import { forkAway, sendKitAgain } from './applyResult.ts'
import { readDevice } from './clock.ts'
import { movedKey } from './store.ts'
import { writeCells } from './writeCells.ts'

/** What is still to be claimed for an account; goes with every batch until the server agreed. */
export async function readClaims(tx: StoreTx, p: string): Promise<Claim[]> {
  const stored = await tx.getMeta(`claims:${p}`)
  return Array.isArray(stored) ? (stored as unknown as Claim[]) : []
}

async function putClaims(tx: StoreTx, p: string, claims: Claim[]): Promise<void> {
  await tx.putMeta(
    `claims:${p}`,
    claims.filter((claim) => claim.kits.length > 0) as unknown as Json,
  )
}

/** What moves was confirmed by the history its own stream came from: one that ended heals it. */
async function joinHistories(tx: StoreTx, from: string, to: string): Promise<void> {
  const [gen, other] = [await tx.getMeta(`gen:${from}`), await tx.getMeta(`gen:${to}`)]
  if (gen === undefined || gen === other) return
  await tx.putMeta(`gen:${to}`, other === undefined ? gen : 'of two histories')
}

/** All kits of this device that an account ever took: a server that went back may not know. */
export async function readTaken(tx: StoreTx, p: string): Promise<string[]> {
  const stored = await tx.getMeta(`taken:${p}`)
  return Array.isArray(stored) ? stored.filter((kitId) => typeof kitId === 'string') : []
}

/** Notes that kits of this device are to be claimed for an account. */
export async function addClaim(tx: StoreTx, p: string, kitIds: readonly string[]): Promise<void> {
  const { secret } = await readDevice(tx)
  const claims = await readClaims(tx, p)
  const before = claims.find((claim) => claim.secret === secret)
  const kits = [...new Set([...(before?.kits ?? []), ...kitIds])]
  await putClaims(tx, p, [...claims.filter((claim) => claim !== before), { secret, kits }])
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
  for (const kitId of kitIds) {
    await moveKit(tx, kitId, principal, p)
    await tx.putMeta(`claimed:${kitId}`, p)
  }
  await addClaim(tx, p, kitIds)
  if (kitIds.length === 0) return
  await joinHistories(tx, principal, p)
  await tx.putMeta(`taken:${p}`, [...new Set([...(await readTaken(tx, p)), ...kitIds])])
  const tasks = [...(await tx.allRows(principal)), ...(await tx.allPending(principal))]
  const names = tasks.filter((row) => row.kind === 'task').map((row) => textIn(row.cells, 'name'))
  for (const name of new Set(names)) {
    const task = { kind: 'task' as const, id: newId(env.random), kit: '', cells: { name } }
    await writeCells(tx, env, clock, p, task)
  }
  await moveLog(tx, env, clock, principal, p)
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
async function moveKit(tx: StoreTx, kit: string, from: string, to: string): Promise<void> {
  const rows = await tx.rowsOfKit(from, kit)
  const pending = await tx.pendingOfKit(from, kit)
  const keys = (list: readonly StoredRow[] | readonly PendingRow[]) =>
    list.map(({ kind, id }): [string, Kind, string] => [from, kind, id])
  await tx.deleteRows(keys(rows))
  await tx.deletePending(keys(pending))
  for (const row of rows) {
    await tx.putRows([joined(await tx.getRow(to, row.kind, row.id), { ...row, p: to })])
  }
  // Whether the server has it is asked for the account's own rows only: the others are just sent.
  for (const { held: _held, ...row } of pending) {
    const moved = joined(await tx.getPending(to, row.kind, row.id), { ...row, p: to })
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
 * Signing out takes an account's rows off this device. Of kits the server was not yet told are in
 * it, the server may lose what it has, as drafts expire: those wait here as unsent work.
 */
export async function keepUnclaimed(tx: StoreTx, env: EditEnv, p: string): Promise<void> {
  for (const { kits } of await readClaims(tx, p)) {
    for (const kitId of kits) await sendKitAgain(tx, env, p, kitId, {})
  }
}

/** Takes over what the server said of the claims. */
export async function dropClaims(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  answers: ClaimAnswers,
): Promise<void> {
  const claims = await readClaims(tx, p)
  const isOpen = async (kitId: string) => {
    const answer = answers[kitId] ?? 'unknown'
    if (answer !== 'unknown' || (await tx.getRow(p, 'kit', kitId))) return false
    // It stays until the kit's own rows, which wait here, have created it under the account.
    return (await tx.pendingOfKit(p, kitId)).length > 0
  }
  const left: Claim[] = []
  for (const claim of claims) {
    const kits: string[] = []
    for (const kitId of claim.kits) if (await isOpen(kitId)) kits.push(kitId)
    left.push({ ...claim, kits })
  }
  await putClaims(tx, p, left)
  for (const [kitId, answer] of Object.entries(answers)) {
    if (answer !== 'other') continue
    const isMoved = (await tx.getMeta(movedKey(p, kitId))) !== undefined
    const rows = [...(await tx.rowsOfKit(p, kitId)), ...(await tx.pendingOfKit(p, kitId))]
    // Another account was first, with a copy of this browser's data: this one keeps its own copy.
    if (rows.length > 0 && !isMoved) await forkAway(tx, env, clock, p, kitId)
  }
}

/** Kits that another device of this owner took away: what is typed here becomes a copy when sent. */
export async function leaveKits(tx: StoreTx, p: string, kitIds: readonly string[]): Promise<void> {
  for (const kitId of kitIds) {
    const rows = (await tx.rowsOfKit(p, kitId)).filter((row) => !ruleOf(row.kind).isOpen)
    const isTyped = (await tx.pendingOfKit(p, kitId)).length > 0
    if (isTyped) await tx.putRows(rows.map((row) => ({ ...row, mine: false })))
    else await tx.deleteRows(rows.map((row) => [p, row.kind, row.id]))
  }
}

/** Kits that left a principal's stream, with how far it was read when that was told. */
type Left = Record<string, number>

const leftKey = (p: string): string => `left:${p}`

/** Notes which kits have left: an answer from before that may still be under way. */
export async function noteLeft(
  tx: StoreTx,
  p: string,
  kitIds: readonly string[],
  version: number,
): Promise<void> {
  if (kitIds.length === 0) return
  const left = ((await tx.getMeta(leftKey(p))) ?? {}) as Left
  const told = Object.fromEntries(kitIds.map((kitId) => [kitId, version]))
  await tx.putMeta(leftKey(p), { ...left, ...told })
}

/** Kits that have left since a stream was read up to `version`. */
export async function leftAfter(tx: StoreTx, p: string, version: number): Promise<string[]> {
  const left = ((await tx.getMeta(leftKey(p))) ?? {}) as Left
  return Object.keys(left).filter((kitId) => (left[kitId] ?? 0) > version)
}

/** Another history of the server: nothing has left it. */
export async function forgetLeft(tx: StoreTx, p: string): Promise<void> {
  if ((await tx.getMeta(leftKey(p))) !== undefined) await tx.putMeta(leftKey(p), {})
}

/** Asks, for the device's own rows, whether their kit is in an account by now. */
export function isClaimed(tx: StoreTx, p: string): (kitId: string) => Promise<boolean> {
  const known = new Map<string, boolean>()
  return async (kitId) => {
    if (!p.startsWith('d:') || kitId === '') return false
    const before = known.get(kitId)
    if (before !== undefined) return before
    const isTaken = (await tx.getMeta(`claimed:${kitId}`)) !== undefined
    known.set(kitId, isTaken)
    return isTaken
  }
}
