import { useEffect } from 'react'

import { links } from '#shared/links.ts'
import { useAccount } from '../store/account.ts'
import { classes } from '../ui/classes.ts'
import { DockSlot, useDock } from '../ui/DockAction.tsx'
import { ClipboardListIcon, LayersIcon, UserIcon } from '../ui/icons.tsx'
import { useIsDesk } from '../ui/useIsDesk.ts'
import styles from './Dock.module.css'
import { PlaceLink } from './PlaceLink.tsx'

/** The bottom of the screen: its main action, and on the phone the tabs below it. */
export function Dock() {
  const isDesk = useIsDesk()
  const use = useDock((state) => state.use)
  const account = useAccount()

  // The tokens know from this how much the dock covers.
  useEffect(() => {
    const root = document.documentElement
    if (use) root.dataset['dock'] = use
    else delete root.dataset['dock']
  }, [use])

  return (
    <div className={classes(styles.dock, use === 'always' && styles.always)}>
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
