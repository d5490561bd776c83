/** The device cannot store: work goes on in memory, is sent from there, and stored when it can be. */
import { env } from './device.ts'
import { OverlayStore } from './overlayStore.ts'
import { pause } from './pause.ts'
import { noteEdit, useSync } from './syncState.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 15_000

let overlay: OverlayStore | null = null

/** From now on what is stored is kept in this page. Rejects where not even reading works. */
export async function goOnInMemory(): Promise<void> {
  if (overlay) return
  const disk = env.store
  const next = new OverlayStore(disk)
  await next.transact((tx) => tx.getMeta('device'))
  overlay = next
  env.store = next
  void storeWhenPossible(next, disk)
}

async function storeWhenPossible(above: OverlayStore, disk: typeof env.store): Promise<void> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(MAX_RETRY_MS, wait * 2)) {
    await pause(wait)
    try {
      await above.commit()
      env.store = disk
      // What was stored above while the last of it went below.
      await above.commit()
      break
    } catch {
      // Still no room.
      env.store = above
    }
  }
  overlay = null
  useSync.setState({ isStorageFailing: false })
  noteEdit()
}
