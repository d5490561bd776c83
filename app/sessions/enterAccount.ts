/** What a login changes in the store of this device. Pure but for it: simulations run the same. */
import type { EditEnv, StoreTx } from '../device/store.ts'
import type { StoredAccount } from '../device/session.ts'

import { OpenClock, readDevice } from '../device/clock.ts'
import { accountPrincipal, putSession, readSession } from '../device/session.ts'
import { claimKits } from './claimKits.ts'

/**
 * Signs an account in, and takes these kits of the device along into it: all of it or nothing.
 * @returns the epoch of the session
 */
export async function enterAccount(
  tx: StoreTx,
  env: EditEnv,
  account: StoredAccount,
  kitIds: readonly string[],
): Promise<number> {
  const { node } = await readDevice(tx)
  const clock = await OpenClock.open(tx, node, env.now())
  const epoch = (await readSession(tx)).epoch + 1
  await claimKits(tx, env, clock, accountPrincipal(account.user), kitIds)
  await putSession(tx, { epoch, account })
  // Whose work it is that waits here after a log-out.
  await tx.putMeta(`name:${accountPrincipal(account.user)}`, account.user.username)
  await clock.close()
  return epoch
}
