/** Account signed in on this device. Sign-in and sign-out are in sessions/. */
import { useMemo, useSyncExternalStore } from 'react'

import type { AccountUser } from '#shared/account.ts'
import type { SessionEnd } from './sessionEnd.ts'

import type { StoredAccount } from './session.ts'

import { signedIn, watchSignedIn } from './device.ts'

export interface Account extends AccountUser {
  /** The server wants a new login; until then all work stays on this device. */
  isExpired: boolean
  /** Why the session ended, null while signed in. */
  ended: SessionEnd | null
}

export function useAccount(): Account | null {
  const account = useSyncExternalStore(watchSignedIn, signedIn)
  return useMemo(() => account && { ...account.user, ...sessionEndOf(account) }, [account])
}

function sessionEndOf({ isExpired, ended }: StoredAccount): Pick<Account, 'isExpired' | 'ended'> {
  return { isExpired, ended: isExpired ? (ended ?? 'expired') : null }
}
