/**
 * A login in the middle of its question which drafts come along. It is this tab's, as the page itself
 * would hold it: nothing of it is on the device before the answer.
 */
import type { AccountUser } from '#shared/account.ts'
import type { Json } from '#shared/sync/cells.ts'

import { readStored } from '../device/readStored.ts'

const KEY = 'entrance'

/** @returns what was kept, which may be anything; null for nothing */
export function readEntrance(): Json {
  return readStored(sessionStorage, KEY) as Json
}

/** @param entrance.path what it came by */
export function keepEntrance(entrance: { path: string; token: string; user: AccountUser }): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(entrance))
  } catch {
    // A browser that keeps nothing asks for the password once more.
  }
}

/** It is over, one way or the other. */
export function forgetEntrance(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}
