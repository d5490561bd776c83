/** Claims: kits begun without an account move to the account their device signed in to. */
import type { Knex } from 'knex'

import type { Claim, ClaimAnswers } from '#shared/sync/protocol.ts'

import { ALL_KINDS, isOwnersInKit } from '#shared/kinds/schema.ts'
import { ownerScope, type Principal } from '#shared/cells/limits.ts'
import { devicePrincipal } from '../accounts/principal.ts'
import { type ApplyEnv, inWriteTransaction, requireOpenAccount } from './applyOps.ts'
import { TABLES } from './read/tables.ts'
import { bumpScopes } from './world.ts'

/** Rows that move with their kit; what others posted there stays theirs. */
const MOVING = ALL_KINDS.filter((kind) => kind === 'kit' || isOwnersInKit(kind))

/**
 * Moves kits owned by the device of a claim's secret to the account. Idempotent.
 * @returns per kit: `yours` is in the account, `other` is somebody else's, `unknown` is not here yet
 */
export async function applyClaims(
  env: Pick<ApplyEnv, 'db' | 'live'>,
  account: Principal,
  claims: readonly Claim[],
): Promise<ClaimAnswers> {
  if (claims.length === 0) return {}
  const devices = claims.map((claim) => devicePrincipal(claim.secret))
  return inWriteTransaction(env.db, [...new Set([account, ...devices])], async (trx) => {
    await requireOpenAccount(trx, account)
    const answers: ClaimAnswers = {}
    for (const [index, claim] of claims.entries()) {
      const device = devices[index] ?? ''
      const kits: { kit_id: string; owner: string }[] = await trx('kits')
        .whereRaw('kit_id = any(?)', [[...claim.kits]])
        .select('kit_id', 'owner')
      const ownerOf = new Map(kits.map((kit) => [kit.kit_id, kit.owner]))
      const moving = claim.kits.filter((kitId) => ownerOf.get(kitId) === device)
      if (moving.length > 0) await moveKits(trx, env, moving, device, account)
      await passOn(trx, claim.kits, device, account)
      for (const kitId of claim.kits) {
        const owner = ownerOf.get(kitId)
        if (owner === undefined) answers[kitId] = 'unknown'
        else answers[kitId] = owner === device || owner === account ? 'yours' : 'other'
      }
    }
    return answers
  })
}

/** Gives the ids of collected kits to the account, whose push revives them. */
async function passOn(
  trx: Knex.Transaction,
  kitIds: readonly string[],
  from: Principal,
  to: Principal,
): Promise<void> {
  await trx('build_ids')
    .whereRaw('kit_id = any(?)', [[...kitIds]])
    .where('owner', from)
    .update({ owner: to })
}

/** Gives kits with all their rows to another owner; the caller has locked both. */
export async function moveKits(
  trx: Knex.Transaction,
  env: Pick<ApplyEnv, 'live'>,
  kitIds: readonly string[],
  from: Principal,
  to: Principal,
): Promise<void> {
  const versions = await bumpScopes(trx, env, [ownerScope(from), ownerScope(to)])
  for (const kind of MOVING) {
    await trx.raw(
      `update ${TABLES[kind]} set owner = :to, owner_ver = :version
       where kit_id = any(:kitIds) and owner = :from`,
      { to, from, kitIds: [...kitIds], version: versions.get(ownerScope(to)) ?? 0 },
    )
  }
  // Tells the device's other copies that these kits left.
  await trx.raw(
    `insert into departures (owner, kit_id, owner_ver)
     select :from, kit_id, :version from unnest(:kitIds::text[]) as x(kit_id)
     on conflict (owner, kit_id) do update set owner_ver = excluded.owner_ver`,
    { from, kitIds: [...kitIds], version: versions.get(ownerScope(from)) ?? 0 },
  )
}
