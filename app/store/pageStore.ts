/** For a browser that stores nothing for this site: all of the app, in the memory of the page. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

import { db } from './db.ts'
import { openDevice } from './device.ts'
import { useSync } from './syncState.ts'

/** Call when `openDevice` has failed. Rejects where even that does not help. */
export async function openInPage(): Promise<void> {
  db.keepInPage(new IDBFactory(), IDBKeyRange)
  await openDevice()
  useSync.setState({ isInPageOnly: true })
}
