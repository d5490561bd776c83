/** Kits on their way from this device's own key into the account that signed in on it. */
import type { Claim } from '#shared/sync/protocol.ts'
import type { StoreTx } from '../../device/store.ts'

import { ruleOf } from '#shared/kinds/schema.ts'
import { readKitAnew } from './cursors.ts'

/** What is still to be claimed for an account; goes with every batch until the server agreed. */
export async function readClaims(tx: StoreTx, p: string): Promise<Claim[]> {
  const stored = await tx.getMeta(`claims:${p}`)
  return Array.isArray(stored) ? (stored as unknown as Claim[]) : []
}

/** Kits that another device of this owner took away: what is typed here becomes a copy when sent. */
export async function leaveKits(tx: StoreTx, p: string, kitIds: readonly string[]): Promise<void> {
  for (const kitId of kitIds) {
    const rows = (await tx.rowsOfKit(p, kitId)).filter((row) => !ruleOf(row.kind).isOpen)
    const isTyped = (await tx.pendingOfKit(p, kitId)).length > 0
    if (isTyped) await tx.putRows(rows.map((row) => ({ ...row, mine: false })))
    else await tx.deleteRows(rows.map((row) => [p, row.kind, row.id]))
    await readKitAnew(tx, p, kitId)
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
