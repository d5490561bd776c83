/** Actions of the mounted screens, registered by them, for the search. */
import { type ReactNode, useEffect, useRef } from 'react'

export interface Offer {
  name: string
  icon: ReactNode
  /** Keyboard shortcut: "Ctrl S". */
  keys?: string
  /** Global rather than the screen's: an action, or a setting. */
  isOf?: 'actions' | 'settings'
  onChoose: () => void
}

const readers = new Set<() => readonly Offer[]>()

/** Registers the actions of `read`, evaluated on search, while mounted. */
export function useOffers(read: () => readonly Offer[]): void {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    const reader = () => latest.current()
    readers.add(reader)
    return () => void readers.delete(reader)
  }, [])
}

/** Current actions. */
export function readOffers(): Offer[] {
  return [...readers].flatMap((read) => read())
}
