/** How far this device has read each stream it follows. */
import type { Json } from '#shared/sync/cells.ts'
import type { Cursors } from '#shared/sync/limits.ts'
import type { StoreTx } from '../../device/store.ts'

import { kitScope, ownerScope, TASK_SCOPE } from '#shared/sync/limits.ts'
import { KINDS } from '#shared/kinds/schema.ts'
import { db } from '../../device/db.ts'
import { principal } from '../../device/device.ts'

const unreadKey = (p: string): string => `unread:${p}`
const KNOWN_KINDS = Object.keys(KINDS).join()

/** Notes that rows came which this version cannot keep, because it does not know their kinds. */
export async function noteUnknown(tx: StoreTx, p: string): Promise<void> {
  await tx.putMeta(unreadKey(p), KNOWN_KINDS)
}

/** A version that knows more kinds reads from the start what an older one had to leave out. */
export async function readLeftOut(tx: StoreTx, p: string): Promise<void> {
  const unread = await tx.getMeta(unreadKey(p))
  if (!unread || unread === KNOWN_KINDS) return
  const cursors = Object.keys(await readCursors(tx, p))
  await tx.putMeta(`cursors:${p}`, Object.fromEntries(cursors.map((scope) => [scope, 0])))
  await tx.putMeta(unreadKey(p), '')
}

const isCursors = (value: Json | undefined): value is Cursors =>
  typeof value === 'object' && value !== null

/** The cursors of a principal; its own stream and the tasks are always followed. */
export async function readCursors(tx: StoreTx, p: string): Promise<Cursors> {
  const stored = await tx.getMeta(`cursors:${p}`)
  const cursors = isCursors(stored) ? stored : {}
  return { [ownerScope(p)]: 0, [TASK_SCOPE]: 0, ...cursors }
}

export const begunKey = (p: string): string => `begun:${p}`

/** Of readings from the start that are not at their end, what the server said of them. */
export async function readBegun(tx: StoreTx, p: string): Promise<Cursors | undefined> {
  const stored = await tx.getMeta(begunKey(p))
  return isCursors(stored) && Object.keys(stored).length > 0 ? stored : undefined
}

/**
 * A kit left a principal, and its rows with it. Where it is followed as well it is somebody else's from
 * now on: what was told of it is told again.
 */
export async function readKitAnew(tx: StoreTx, p: string, kitId: string): Promise<void> {
  const cursors = await tx.getMeta(`cursors:${p}`)
  const scope = kitScope(kitId)
  if (isCursors(cursors) && cursors[scope])
    await tx.putMeta(`cursors:${p}`, { ...cursors, [scope]: 0 })
}

/** Whether the server has ever been read for an owner: until then nobody knows what there is. */
export async function isEverRead(p = principal()): Promise<boolean> {
  return (await db.meta.get(`lastOk:${p}`)) !== undefined
}
