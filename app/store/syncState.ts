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
  /** Whether a kit that is not on this device is being asked for. */
  isOpening: boolean
  /** Whether this device cannot store what is typed. */
  isStorageFailing: boolean
}

export const useSync = create<SyncState>(() => ({
  sendingSince: 0,
  isFailing: false,
  isOnline: navigator.onLine,
  isSignedOut: false,
  isOpening: false,
  isStorageFailing: false,
}))

const listeners = new Set<() => void>()

/** Says that something was stored which is to be sent. */
export function noteEdit(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` after each edit that was stored. */
export function onEdit(listener: () => void): void {
  listeners.add(listener)
}
