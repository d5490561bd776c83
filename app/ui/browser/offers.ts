/** What can be done on the screens that stand, for the search to list: each says so itself. */
import type { ReactNode } from 'react'

import { useEffect, useRef } from 'react'

export interface Offer {
  name: string
  icon: ReactNode
  /** The keys that do the same: "Ctrl S". */
  keys?: string
  /** Of the app and not of the screen: an action, or a setting. */
  isOf?: 'actions' | 'settings'
  onChoose: () => void
}

const readers = new Set<() => readonly Offer[]>()

/** Offers what `read` gives, asked when somebody searches, for as long as the component stands. */
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

/** What is offered now. */
export function readOffers(): Offer[] {
  return [...readers].flatMap((read) => read())
}
