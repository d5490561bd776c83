/** Claims as sign-in makes them and the server answers them. */
import type { Work } from '../../device/work.ts'
import type { Json } from '#shared/cells/cells.ts'
import type { Claim, ClaimAnswers } from '#shared/sync/protocol.ts'

import { forkAway } from './applyResult.ts'
import { readClaims } from './claims.ts'
import { readDevice } from '../../device/clock.ts'
import { allOfKit, movedKey, type StoreTx, getMeta, putMeta } from '../../device/store.ts'

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
