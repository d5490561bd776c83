/** Claims: kits moving from this device's principal into the signed-in account. */
import type { Work } from '../../device/work.ts'
import type { Json } from '#shared/cells/cells.ts'
import type { Claim, ClaimAnswers } from '#shared/sync/protocol.ts'

import { forkAway } from './applyResult.ts'
import { readKitAnew } from './cursors.ts'
import { readDevice } from '../../device/clock.ts'
import { allOfKit, deleteRows, movedKey, type StoreTx } from '../../device/store.ts'
import { getMeta, putMeta } from '../../device/store.ts'
import { ruleOf } from '#shared/kinds/schema.ts'

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
    if (!isTyped) await deleteRows(tx, 'rows', rows)
    else for (const row of rows) await tx.put('rows', [{ ...row, mine: false }])
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

/** Kits of this device an account ever took: a rolled-back server may have forgotten. */
export async function readTaken(tx: StoreTx, principal: string): Promise<string[]> {
  const stored = await getMeta(tx, `taken:${principal}`)
  return Array.isArray(stored) ? stored.filter((kitId) => typeof kitId === 'string') : []
}

/** Adds kits of this device to an account's claims. */
export async function addClaim(
  tx: StoreTx,
  principal: string,
  kitIds: readonly string[],
): Promise<void> {
  const { secret } = await readDevice(tx)
  const claims = await readClaims(tx, principal)
  const before = claims.find((claim) => claim.secret === secret)
  const kits = [...new Set([...(before?.kits ?? []), ...kitIds])]
  await putClaims(tx, principal, [...claims.filter((claim) => claim !== before), { secret, kits }])
}

/**
 * The server knows a kit as this device's although the account took it long ago: the device re-sent
 * it after the claim had found nothing. The account's edits wait for another claim before anything
 * is forked.
 * @returns whether they wait
 */
export async function claimAgain(tx: StoreTx, principal: string, kitId: string): Promise<boolean> {
  if (!(await readTaken(tx, principal)).includes(kitId)) return false
  await addClaim(tx, principal, [kitId])
  return true
}

/** Applies the server's answers to claims. */
export async function dropClaims(work: Work, answers: ClaimAnswers): Promise<void> {
  const { tx, p: principal } = work
  const claims = await readClaims(tx, principal)
  const isOpen = async (kitId: string) => {
    const answer = answers[kitId] ?? 'unknown'
    if (answer !== 'unknown' || (await tx.get('rows', [principal, 'kit', kitId]))) return false
    // The claim stays until pending rows have created the kit under the account.
    return (await tx.range('pending', principal, { kit: kitId })).length > 0
  }
  const left: Claim[] = []
  for (const claim of claims) {
    const kits: string[] = []
    for (const kitId of claim.kits) if (await isOpen(kitId)) kits.push(kitId)
    left.push({ ...claim, kits })
  }
  await putClaims(tx, principal, left)
  for (const [kitId, answer] of Object.entries(answers)) {
    if (answer !== 'other') continue
    const isMoved = (await getMeta(tx, movedKey(principal, kitId))) !== undefined
    const rows = await allOfKit(tx, principal, kitId)
    // A copy of this browser's data signed in elsewhere first: this account keeps its own copy.
    if (rows.length > 0 && !isMoved) await forkAway(work, kitId)
  }
}

async function putClaims(tx: StoreTx, principal: string, claims: Claim[]): Promise<void> {
  await putMeta(
    tx,
    `claims:${principal}`,
    claims.filter((claim) => claim.kits.length > 0) as unknown as Json,
  )
}
