/** What this page knows of how syncing goes, and the word that something was stored. */
import { create } from 'zustand'

interface SyncState {
  /** Time the request under way began, 0 for none. */
  sendingSince: number
  /** Whether the last try got no answer. */
  isFailing: boolean
  /** What the browser says; only a hint, it is often wrong. */
  isOnline: boolean
  isSignedOut: boolean
  /** The server wants a newer version of the app. */
  isOutdated: boolean
  /** Rows that have come of a long first reading that is under way, 0 for none. */
  rowsRead: number
  /** Whether a kit that is not on this device is being asked for. */
  isOpening: boolean
  /** Whether this device cannot store what is typed. */
  isStorageFailing: boolean
  /** Whether the browser stores nothing for this site: what is here goes with the page. */
  isInPageOnly?: boolean
  /** What the operator says to all, as it came with the last answer; see shared/word.ts. */
  word?: string | null
  /** The first edit after the latest counting of what waits began, by its number. */
  uncounted: number
  /** Whether something was typed here that the open kit, as it was read last, does not have yet. */
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

/** Says that something was stored which is to be sent. */
export function noteEdit(): void {
  edits += 1
  if (useSync.getState().uncounted <= countedTo) useSync.setState({ uncounted: edits })
  askForSync()
}

let edits = 0
let countedTo = 0

/** Call when what waits is about to be counted. @returns the number of the last edit that is in it */
export function beginCount(): number {
  countedTo = edits
  return edits
}

/** Says that there is something to send, be it nothing a person has to know of. */
export function askForSync(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` when there is something to send. */
export function onEdit(listener: () => void): void {
  listeners.add(listener)
}
