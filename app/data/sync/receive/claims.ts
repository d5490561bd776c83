/** Claims: kits moving from this device's principal into the signed-in account. */
import type { Claim } from '#shared/sync/protocol.ts'
import { type StoreTx, getMeta, putMeta } from '../../device/store.ts'

import { ruleOf } from '#shared/kinds/schema.ts'
import { readKitAnew } from './cursors.ts'

/** Open claims of an account; every batch carries them until the server answers. */
export async function readClaims(tx: StoreTx, principal: string): Promise<Claim[]> {
  const stored = await getMeta(tx, `claims:${principal}`)
  return Array.isArray(stored) ? (stored as unknown as Claim[]) : []
}

/** Kits another device of this owner took away: edits here become a copy when sent. */
export async function leaveKits(
  tx: StoreTx,
  principal: string,
  kitIds: readonly string[],
): Promise<void> {
  for (const kitId of kitIds) {
    const rows = (await tx.range('rows', principal, { kit: kitId })).filter(
      (row) => !ruleOf(row.kind).isOpen,
    )
    const isTyped = (await tx.range('pending', principal, { kit: kitId })).length > 0
    if (isTyped)
      await tx.put(
        'rows',
        rows.map((row) => ({ ...row, mine: false })),
      )
    else
      await tx.delete(
        'rows',
        rows.map((row) => [principal, row.kind, row.id]),
      )
    await readKitAnew(tx, principal, kitId)
  }
}

/** Kits that left a principal's stream, with the cursor at which that was told. */
type Left = Record<string, number>

const leftKey = (principal: string): string => `left:${principal}`

/** Notes kits that left, because an older answer may still be under way. */
export async function noteLeft(
  tx: StoreTx,
  principal: string,
  kitIds: readonly string[],
  version: number,
): Promise<void> {
  if (kitIds.length === 0) return
  const left = ((await getMeta(tx, leftKey(principal))) ?? {}) as Left
  const told = Object.fromEntries(kitIds.map((kitId) => [kitId, version]))
  await putMeta(tx, leftKey(principal), { ...left, ...told })
}

/** Kits that left after the stream was read up to `version`. */
export async function leftAfter(
  tx: StoreTx,
  principal: string,
  version: number,
): Promise<string[]> {
  const left = ((await getMeta(tx, leftKey(principal))) ?? {}) as Left
  return Object.keys(left).filter((kitId) => (left[kitId] ?? 0) > version)
}

/** Nothing has left the server's new history. */
export async function forgetLeft(tx: StoreTx, principal: string): Promise<void> {
  if ((await getMeta(tx, leftKey(principal))) !== undefined)
    await putMeta(tx, leftKey(principal), {})
}

/** Tells of the device's own rows whether an account has claimed their kit. */
export function isClaimed(tx: StoreTx, principal: string): (kitId: string) => Promise<boolean> {
  const known = new Map<string, boolean>()
  return async (kitId) => {
    if (!principal.startsWith('d:') || kitId === '') return false
    const before = known.get(kitId)
    if (before !== undefined) return before
    const isTaken = (await getMeta(tx, `claimed:${kitId}`)) !== undefined
    known.set(kitId, isTaken)
    return isTaken
  }
}
