import type { ReactNode } from 'react'

import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

import styles from './ScreenHead.module.css'

// Here before the header is, as the dock's place is: what a screen puts there is in its first paint.
const slot = document.createElement('div')
slot.className = styles.slot ?? ''

const hang = (place: HTMLElement | null) => place?.append(slot)

/** The place in the header for a screen that has no room for a title below it. */
export function HeadSlot() {
  return <div ref={hang} className={styles.place} />
}

/** Puts what a screen is called into the header; on the phone in the place of the name of the app. */
export function ScreenHead({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['head'] = 'screen'
    return () => {
      delete dataset['head']
    }
  }, [])
  return createPortal(children, slot)
}
