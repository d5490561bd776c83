import type { SyncSummary } from '../store/useSyncStatus.ts'

import { counted } from './syncWords.ts'

/**
 * The sentence under the state's name in the drawer.
 * @param options.isShared other accounts' work waits on this device as well
 */
export function drawerText(
  sync: SyncSummary,
  { sendsWhenClosed, isShared }: { sendsWhenClosed: boolean; isShared: boolean },
): string {
  const { status, waiting, isSignedOut } = sync
  if (waiting === 0) {
    if (status === 'attention') return 'Everything else is on the server.'
    if (status === 'synced') {
      return `The server has everything that is ${isShared ? 'yours' : 'on this device'}.`
    }
    return 'Nothing is waiting. What you store here is sent by itself.'
  }
  const safe = `${counted(waiting, 'change')} ${waiting === 1 ? 'is' : 'are'} safe on this device.`
  if (isSignedOut) return `${safe} Sign in again to upload ${waiting === 1 ? 'it' : 'them'}.`
  if (!sync.isOffline) return `${safe} Sending to the server.`
  const they = waiting === 1 ? 'It sends itself' : 'They send themselves'
  return sendsWhenClosed
    ? `${safe} ${they} when the connection is back, even if you close Wrenchlist.`
    : `${safe} ${they} when you open Wrenchlist with a signal.`
}
