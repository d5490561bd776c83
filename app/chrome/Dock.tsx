import { useEffect, useRef } from 'react'

import { links } from '#shared/links.ts'
import { useAccount } from '../device/account.ts'
import { DockSlot } from '../ui/DockAction.tsx'
import { ClipboardListIcon, LayersIcon, UserIcon } from '../ui/icons.tsx'
import { useIsDesk } from '../ui/useIsDesk.ts'
import styles from './Dock.module.css'
import { PlaceLink } from './PlaceLink.tsx'

/** The bottom of the screen: its main action, and on the phone the tabs below it. */
export function Dock() {
  const isDesk = useIsDesk()
  const account = useAccount()
  const dock = useRef<HTMLDivElement>(null)
  // Larger letters, or a third line of words, make it taller than the styles can know.
  useEffect(() => {
    const element = dock.current
    if (!element) return
    const { style } = document.documentElement
    const size = new ResizeObserver(() => style.setProperty('--dock', `${element.offsetHeight}px`))
    size.observe(element)
    return () => size.disconnect()
  }, [])

  return (
    <div className={styles.dock} ref={dock}>
      <DockSlot />
      {!isDesk && (
        <nav className={styles.tabs} aria-label="Main">
          <PlaceLink to={links.builder()}>
            <span className={styles.pip}>
              <ClipboardListIcon />
            </span>
            Builder
          </PlaceLink>
          <PlaceLink to={links.kits()}>
            <span className={styles.pip}>
              <LayersIcon />
            </span>
            Kits
          </PlaceLink>
          <PlaceLink to={account ? links.account() : links.login()}>
            <span className={styles.pip}>
              <UserIcon />
            </span>
            {account ? 'Account' : 'Login'}
          </PlaceLink>
        </nav>
      )}
    </div>
  )
}
