/** Names that the page and the service worker have to agree on. */
import { openDevice } from '../../device/device.ts'

/** The tag of the Background Sync registration. */
export const SYNC_TAG = 'wrenchlist-flush'

/** The Web Lock that keeps tabs and worker from sending at once. Correctness never depends on it. */
export async function lockName(): Promise<string> {
  return `wrenchlist-sync:${(await openDevice()).principal}`
}
