/** Names the page and the service worker share. */
import { openDevice } from '../../device/device.ts'

/** Tag of the Background Sync registration. */
export const SYNC_TAG = 'wrenchlist-flush'

/** Web Lock that keeps tabs and worker from syncing at once. Correctness never depends on it. */
export async function lockName(): Promise<string> {
  return `wrenchlist-sync:${(await openDevice()).principal}`
}
