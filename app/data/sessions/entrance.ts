/**
 * A login waiting for the answer to which drafts come along. Kept in sessionStorage, so it is this
 * tab's only: nothing is on the device before the answer.
 */
import type { AccountUser } from '#shared/account.ts'
import type { Json } from '#shared/cells/cells.ts'

import { keepStored, readStored } from '../device/readStored.ts'

const KEY = 'entrance'

/** @returns the stored value, unchecked; null for nothing */
export function readEntrance(): Json {
  return readStored(sessionStorage, KEY) as Json
}

/** @param entrance.path endpoint of the login */
export function keepEntrance(entrance: { path: string; token: string; user: AccountUser }): void {
  // If that fails, the login asks for the password again.
  keepStored(sessionStorage, KEY, entrance)
}

export function forgetEntrance(): void {
  keepStored(sessionStorage, KEY, null)
}
