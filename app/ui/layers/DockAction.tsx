import { type ReactNode, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

import styles from './Dock.module.css'

// Created before the dock, so that a screen's action is in the first paint, and nothing grows.
const slot = document.createElement('div')
slot.className = `row broad ${styles.action}`

const hang = (place: HTMLElement | null) => place?.append(slot)

/** Dock slot of the screen's main action. Rendered once, in the chrome. */
export function DockSlot() {
  return <div ref={hang} />
}

/**
 * Puts the screen's main action into the bottom dock, above the phone's tabs.
 * @param props.isPhoneOnly at the desk the action is elsewhere
 * @param props.isAlone hides the tabs, which gloves press by mistake
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
  // Before the paint: the styles depend on the dock's presence and height.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['dock'] = use
    return () => {
      delete dataset['dock']
    }
  }, [use])
  return createPortal(children, slot)
}
