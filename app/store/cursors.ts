/** How far this device has read each stream it follows. */
import type { Cursors } from '#shared/limits.ts'
import type { StoreTx } from './store.ts'

import { ownerScope, TASK_SCOPE } from '#shared/limits.ts'
import { KINDS } from '#shared/schema.ts'

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

/** The cursors of a principal; its own stream and the tasks are always followed. */
export async function readCursors(tx: StoreTx, p: string): Promise<Cursors> {
  const stored = await tx.getMeta(`cursors:${p}`)
  const cursors = stored && typeof stored === 'object' ? (stored as Cursors) : {}
  return { [ownerScope(p)]: 0, [TASK_SCOPE]: 0, ...cursors }
}
