/** Store changes of a login. Free of the page, so simulations run the same code. */
import { type EditEnv, type StoreTx, putMeta } from '../device/store.ts'

import { workIn } from '../device/work.ts'
import { accountPrincipal, putSession, readSession, type StoredAccount } from '../device/session.ts'
import { claimKits } from './claimKits.ts'

/**
 * Signs an account in and moves these kits of the device into it, all or nothing.
 * @returns the epoch of the session
 */
export async function enterAccount(
  tx: StoreTx,
  env: EditEnv,
  account: StoredAccount,
  kitIds: readonly string[],
): Promise<number> {
  const p = accountPrincipal(account.user)
  return workIn(
    tx,
    env,
    async (work) => {
      const epoch = (await readSession(tx)).epoch + 1
      await claimKits(work, kitIds)
      await putSession(tx, { epoch, account })
      // Name of the owner of work that waits here after sign-out.
      await putMeta(tx, `name:${p}`, account.user.username)
      return epoch
    },
    p,
  )
}
