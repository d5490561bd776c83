/** How far this device has read each stream it follows. */
import type { Cursors } from '#shared/limits.ts'
import type { StoreTx } from './store.ts'

import { ownerScope, TASK_SCOPE } from '#shared/limits.ts'

/** The cursors of a principal; its own stream and the tasks are always followed. */
export async function readCursors(tx: StoreTx, p: string): Promise<Cursors> {
  const stored = await tx.getMeta(`cursors:${p}`)
  const cursors = stored && typeof stored === 'object' ? (stored as Cursors) : {}
  return { [ownerScope(p)]: 0, [TASK_SCOPE]: 0, ...cursors }
}
