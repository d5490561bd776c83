import { db } from '../../device/db.ts'
import { principal } from '../../device/device.ts'

/** Whether the server has ever been read for an owner: until then nobody knows what there is. */
export async function isEverRead(p = principal()): Promise<boolean> {
  return (await db.meta.get(`lastOk:${p}`)) !== undefined
}
