/** Moderation: writes to rows by an administrator or the kit's owner instead of their author. */
import type { Knex } from 'knex'

import type { ApplyEnv } from '../sync/applyOps.ts'

import { type Json, latestStamp } from '#shared/cells/cells.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { packStamp, successor } from '#shared/cells/stamp.ts'
import { relist } from '../sync/publish.ts'
import type { TableRow } from '../sync/read/tables.ts'
import { bumpScopes, lockOwners, startOver, TakenMeanwhile } from '../sync/world.ts'

/** Cells that remove a comment for good. */
export const REMOVED = { del: true, removed: true }

/**
 * Writes cells of a comment with a server stamp, so that readers and its author see it.
 * @returns false when there is no such comment
 */
export function moderateComment(
  trx: Knex.Transaction,
  env: Pick<ApplyEnv, 'now' | 'serverNode' | 'live'>,
  commentId: string,
  cells: Record<string, Json>,
): Promise<boolean> {
  return writeCells(trx, env, 'comments', commentId, cells)
}

/** Hides a kit from all but its owner, or shows it again. @returns false for no such kit */
export async function moderateKit(
  trx: Knex.Transaction,
  env: Pick<ApplyEnv, 'now' | 'serverNode' | 'live'>,
  kitId: string,
  isHidden: boolean,
): Promise<boolean> {
  const isThere = await writeCells(trx, env, 'kits', kitId, { hidden: isHidden })
  if (!isThere) return false
  await trx('kits')
    .where({ kit_id: kitId })
    .update({ hidden_at: isHidden ? new Date(env.now()) : null })
  await relist(trx, [kitId])
  await startOver(trx, [kitId])
  return true
}

async function writeCells(
  trx: Knex.Transaction,
  env: Pick<ApplyEnv, 'now' | 'serverNode' | 'live'>,
  table: 'comments' | 'kits',
  id: string,
  cells: Record<string, Json>,
): Promise<boolean> {
  // The kits' primary key begins with the kit id; comments have an index by id.
  const key = table === 'kits' ? { kit_id: id } : { id }
  const found: Pick<TableRow, 'owner'> | undefined = await trx(table).where(key).first('owner')
  if (!found) return false
  // Locks out the owner's own writes; the row is read again under the lock.
  await lockOwners(trx, [found.owner])
  const row: TableRow | undefined = await trx(table)
    .where(key)
    .first('kit_id', 'id', 'owner', 'cells', 'kit_ver', 'owner_ver')
  if (!row) return false
  // Claimed in between: the new owner is not locked.
  if (row.owner !== found.owner) throw new TakenMeanwhile()
  const floor = latestStamp(row.cells)
  const now = packStamp(env.now(), 0, env.serverNode)
  const stamp = floor >= now ? successor(floor, env.serverNode) : now
  const written = Object.fromEntries(
    Object.entries(cells).map(([name, value]) => [name, [value, stamp]]),
  )
  const scopes = [ownerScope(row.owner), kitScope(row.kit_id)]
  const versions = await bumpScopes(trx, env, scopes)
  await trx(table)
    .where(key)
    .update({
      cells: JSON.stringify({ ...row.cells, ...written }),
      owner_ver: versions.get(ownerScope(row.owner)) ?? 0,
      kit_ver: versions.get(kitScope(row.kit_id)) ?? 0,
    })
  return true
}
