import { memo, useEffect, useRef } from 'react'

import { DockSlot } from '../../ui/layers/DockAction.tsx'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import styles from './Dock.module.css'
import { PlaceLink } from './PlaceLink.tsx'
import { ME, PLACES } from './places.ts'
import { say, t } from '#shared/words/words.ts'

/** The bottom of the screen: its main action, and on the phone the tabs below it. */
export const Dock = memo(function Dock() {
  const isDesk = useIsDesk()
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
        <nav className={styles.tabs} aria-label={t('Main')}>
          {[...PLACES, ME].map(({ name, Icon, ...place }) => (
            <PlaceLink key={place.to} {...place}>
              <span className={styles.pip}>
                <Icon />
              </span>
              {say(name)}
            </PlaceLink>
          ))}
        </nav>
      )}
    </div>
  )
})
