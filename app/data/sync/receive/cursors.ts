/** Cursors: how far this device has read each scope it follows. */
import type { Json } from '#shared/cells/cells.ts'
import { type StoreTx, getMeta, putMeta } from '../../device/store.ts'

import { type Cursors, kitScope, ownerScope, TASK_SCOPE } from '#shared/cells/limits.ts'
import { KINDS } from '#shared/kinds/schema.ts'
import { db } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'

const unreadKey = (principal: string): string => `unread:${principal}`
const KNOWN_KINDS = Object.keys(KINDS).join()

/** Notes pulled rows of kinds this version does not know and cannot store. */
export async function noteUnknown(tx: StoreTx, principal: string): Promise<void> {
  await putMeta(tx, unreadKey(principal), KNOWN_KINDS)
}

/** After an update that knows more kinds, resets all cursors to pull the rows left out. */
export async function readLeftOut(tx: StoreTx, principal: string): Promise<void> {
  const unread = await getMeta(tx, unreadKey(principal))
  if (!unread || unread === KNOWN_KINDS) return
  const cursors = Object.keys(await readCursors(tx, principal))
  await putMeta(tx, `cursors:${principal}`, Object.fromEntries(cursors.map((scope) => [scope, 0])))
  await putMeta(tx, unreadKey(principal), '')
}

const isCursors = (value: Json | undefined): value is Cursors =>
  typeof value === 'object' && value !== null

/** Cursors of a principal; its own scope and the tasks are always included. */
export async function readCursors(tx: StoreTx, principal: string): Promise<Cursors> {
  const stored = await getMeta(tx, `cursors:${principal}`)
  const cursors = isCursors(stored) ? stored : {}
  return { [ownerScope(principal)]: 0, [TASK_SCOPE]: 0, ...cursors }
}

export const begunKey = (principal: string): string => `begun:${principal}`

/** Server marks of re-reads that are not finished. */
export async function readBegun(tx: StoreTx, principal: string): Promise<Cursors | undefined> {
  const stored = await getMeta(tx, begunKey(principal))
  return isCursors(stored) && Object.keys(stored).length > 0 ? stored : undefined
}

/**
 * A kit left a principal, and its rows with it. If its scope is followed too, it is now somebody
 * else's: the scope is read again from the start.
 */
export async function readKitAnew(tx: StoreTx, principal: string, kitId: string): Promise<void> {
  const cursors = await getMeta(tx, `cursors:${principal}`)
  const scope = kitScope(kitId)
  if (isCursors(cursors) && cursors[scope])
    await putMeta(tx, `cursors:${principal}`, { ...cursors, [scope]: 0 })
}

/** Whether an owner was ever synced: before that, missing rows prove nothing. */
export async function isEverRead(principal = shownPrincipal()): Promise<boolean> {
  return (await db.meta.get(`lastOk:${principal}`)) !== undefined
}
