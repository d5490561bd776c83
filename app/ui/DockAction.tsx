import type { ReactNode } from 'react'

import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

import styles from './Dock.module.css'

interface DockState {
  slot: HTMLElement | null
  /** How the screen uses the dock: at the desk too, on the phone only, or not at all. */
  use: 'always' | 'phone' | null
}

export const useDock = create<DockState>(() => ({ slot: null, use: null }))

const setSlot = (slot: HTMLElement | null) => useDock.setState({ slot })

/** The place in the dock for the screen's main action. Stands once, in the chrome. */
export function DockSlot() {
  return <div className={styles.action} ref={setSlot} />
}

/**
 * Puts the screen's main action into the dock at the bottom, above the tabs of the phone.
 * @param props.isPhoneOnly at the desk the screen has the action elsewhere
 */
export function DockAction({
  isPhoneOnly,
  children,
}: {
  isPhoneOnly?: boolean
  children: ReactNode
}) {
  const slot = useDock((state) => state.slot)
  const use = isPhoneOnly ? 'phone' : 'always'
  useEffect(() => {
    useDock.setState({ use })
    return () => useDock.setState({ use: null })
  }, [use])
  return slot && createPortal(children, slot)
}
