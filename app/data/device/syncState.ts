/** Sync status of this page, and the signal that something was stored. */
import { create } from 'zustand'

interface SyncState {
  /** Start time of the request under way, 0 for none. */
  sendingSince: number
  /** Whether the last try got no answer. */
  isFailing: boolean
  /** navigator.onLine; only a hint, often wrong. */
  isOnline: boolean
  isSignedOut: boolean
  /** The server requires a newer app. */
  isOutdated: boolean
  /** Rows pulled so far by a long first sync, 0 for none. */
  rowsRead: number
  /** Whether a kit missing on this device is being fetched. */
  isOpening: boolean
  /** Whether this device cannot store edits. */
  isStorageFailing: boolean
  /** Whether the browser stores nothing for this site: data goes with the page. */
  isInPageOnly?: boolean
  /** Operator's word from the last answer; see shared/admin/announced.ts. */
  word?: string | null
  /** Number of the first edit after the latest count of pending rows began. */
  uncounted: number
  /** Whether the open kit, as last read, still lacks an edit typed here. */
  isTyping: boolean
}

export const useSync = create<SyncState>(() => ({
  sendingSince: 0,
  isFailing: false,
  isOnline: navigator.onLine,
  isSignedOut: false,
  isOutdated: false,
  rowsRead: 0,
  isOpening: false,
  isStorageFailing: false,
  uncounted: 0,
  isTyping: false,
}))

const listeners = new Set<() => void>()

/** Signals that an edit to send was stored. */
export function noteEdit(): void {
  edits += 1
  if (useSync.getState().uncounted <= countedTo) useSync.setState({ uncounted: edits })
  askForSync()
}

let edits = 0
let countedTo = 0

/** Call before counting pending rows. @returns number of the last edit the count includes */
export function beginCount(): number {
  countedTo = edits
  return edits
}

/** Asks for a sync without counting an edit. */
export function askForSync(): void {
  for (const listener of listeners) listener()
}

export function onEdit(listener: () => void): void {
  listeners.add(listener)
}
