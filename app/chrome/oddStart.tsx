/** Starts that are rare: a browser that stores nothing for this site, and one that threw it away. */
import type { Root } from 'react-dom/client'

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

import { db } from '../device/db.ts'
import { isOpen, openDevice } from '../device/device.ts'
import { pause } from '../device/pause.ts'
import { adoptToken } from '../sessions/signIn.ts'
import { useSync } from '../device/syncState.ts'
import { StorageFailure } from './StorageFailure.tsx'

/** The first screen waits so long for the server's word on whose token it is. */
const ADOPTING_MS = 3_000

/**
 * All of the app in the memory of the page. Call when `openDevice` has failed; rejects where even
 * that does not help.
 */
export async function openInPage(): Promise<void> {
  db.close({ disableAutoOpen: false })
  // Dexie takes them at construction only, which was before the browser could refuse.
  const { _deps } = db as unknown as { _deps: object }
  Object.assign(_deps, { indexedDB: new IDBFactory(), IDBKeyRange })
  await openDevice()
  useSync.setState({ isInPageOnly: true })
}

/**
 * For a token that has outlived the store. Asks whose work this is before anybody types: what is
 * typed before would become a guest's copy. Resolves in any case; without an answer in time it is
 * asked again later.
 */
export async function adoptAtStart(token: string): Promise<void> {
  const tooLong = pause(ADOPTING_MS)
  await Promise.race([adoptToken(token).catch(() => undefined), tooLong])
}

/** Takes the place of all screens. @param isSlow the browser does not answer: it may still */
export function showStorageFailure(root: Root, isSlow: boolean): void {
  if (!isSlow || !isOpen()) root.render(<StorageFailure isSlow={isSlow} />)
}
