/** Claims as they are made when somebody signs in, and as the server answers them. */
import type { Json } from '#shared/sync/cells.ts'
import type { Claim, ClaimAnswers } from '#shared/sync/protocol.ts'
import type { OpenClock } from '../../device/clock.ts'
import type { EditEnv, StoreTx } from '../../device/store.ts'

import { forkAway } from './applyResult.ts'
import { readClaims } from './claims.ts'
import { readDevice } from '../../device/clock.ts'
import { movedKey } from '../../device/store.ts'

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
 * The server knows a kit as this device's that the account took long ago: it was told of it again by
 * the device alone, after the claim had found nothing there. What was typed as the account waits for
 * another claim, which says whose it is, before anything is split off.
 * @returns whether it waits
 */
export async function claimAgain(tx: StoreTx, p: string, kitId: string): Promise<boolean> {
  if (!(await readTaken(tx, p)).includes(kitId)) return false
  await addClaim(tx, p, [kitId])
  return true
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

async function putClaims(tx: StoreTx, p: string, claims: Claim[]): Promise<void> {
  await tx.putMeta(
    `claims:${p}`,
    claims.filter((claim) => claim.kits.length > 0) as unknown as Json,
  )
}
