/** Full device: work goes on in memory, is sent from there, and stored once there is room. */
import { env } from './device.ts'
import { OverlayStore } from './overlayStore.ts'
import { delay } from './delay.ts'
import { noteEdit, useSync } from './syncState.ts'
import { getMeta } from './store.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 15_000

let overlay: OverlayStore | null = null

/** Keeps every write in this page from now on. Rejects when even reading fails. */
export async function goOnInMemory(): Promise<void> {
  if (overlay) return
  const disk = env.store
  const next = new OverlayStore(disk)
  await next.transact((tx) => getMeta(tx, 'device'))
  overlay = next
  env.store = next
  void storeWhenPossible(next, disk)
}

async function storeWhenPossible(above: OverlayStore, disk: typeof env.store): Promise<void> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(MAX_RETRY_MS, wait * 2)) {
    await delay(wait)
    try {
      await above.commit()
      env.store = disk
      // Writes that reached memory during the first commit.
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
