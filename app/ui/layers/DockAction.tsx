import type { ReactNode } from 'react'

import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

import styles from './Dock.module.css'

// Here before the dock is: what a screen puts there stands in its first paint, and nothing grows.
const slot = document.createElement('div')
slot.className = styles.action ?? ''

const hang = (place: HTMLElement | null) => place?.append(slot)

/** The place in the dock for the screen's main action. Stands once, in the chrome. */
export function DockSlot() {
  return <div ref={hang} />
}

/**
 * Puts the screen's main action into the dock at the bottom, above the tabs of the phone.
 * @param props.isPhoneOnly at the desk the screen has the action elsewhere
 * @param props.isAlone without the tabs, which a glove presses by mistake
 */
export function DockAction({
  isPhoneOnly,
  isAlone,
  children,
}: {
  isPhoneOnly?: boolean
  isAlone?: boolean
  children: ReactNode
}) {
  const use = isPhoneOnly ? 'phone' : isAlone ? 'alone' : 'always'
  // Before the paint: the styles know from this how much the dock covers, and whether it stands.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['dock'] = use
    return () => {
      delete dataset['dock']
    }
  }, [use])
  return createPortal(children, slot)
}
