import { type ReactNode, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

import styles from './ScreenHead.module.css'

// Created before the header, so that a screen's content is in the first paint.
const slot = document.createElement('div')
slot.className = styles.slot ?? ''

const hang = (place: HTMLElement | null) => place?.append(slot)

/** Header slot for a screen without room for a title below. */
export function HeadSlot() {
  return <div ref={hang} className={`grow ${styles.place}`} />
}

/** Puts a screen's title into the header; on the phone in place of the app's name. */
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
