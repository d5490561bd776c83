import { db } from '../device/db.ts'
import { shownPrincipal } from '../device/device.ts'
import { ofPrincipal } from '../device/ranges.ts'
import { settled } from '../sync/write/writeQueue.ts'

/** Pending rows of this account. */
export async function unsentCount(): Promise<number> {
  await settled()
  return ofPrincipal(db.pending, shownPrincipal()).count()
}
