/** The principal that owns rows: an account, or a device that is not signed in. */
import type { Principal } from '#shared/cells/limits.ts'
import type { SignedInUser } from './sessions.ts'

import { createHash } from 'node:crypto'

import { may, type Role } from '#shared/roles.ts'

export interface Actor {
  /** `u:<user id>` with a token, else `d:` and the hash of the device's secret. */
  principal: Principal
  user: SignedInUser | null
  sessionId: string | null
}

export interface SignedInActor extends Actor {
  user: SignedInUser
  sessionId: string
}

/** The principal of a device: a hash, so that the secret itself is never stored. */
export function devicePrincipal(secret: string): Principal {
  return `d:${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`
}

export function userPrincipal(userId: string): Principal {
  return `u:${userId}`
}

/** Whether the user may use a role now: a missing second factor blocks it. */
export const mayNow = (user: SignedInUser, role: Role): boolean =>
  may(user, role) && !user.lacksSecond
