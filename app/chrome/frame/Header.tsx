import { type ComponentType, memo } from 'react'
import { Link } from 'react-router-dom'

import type { SyncSummary } from '../../data/sync/send/useSyncStatus.ts'

import { links } from '#shared/links.ts'
import { say, t } from '#shared/words/words.ts'
import { useAccount } from '../../data/device/account.ts'
import { askLogOut } from '../../data/sessions/logOut.ts'
import { UserIcon } from '../../ui/blocks/icons.tsx'
import { Logo } from '../../ui/blocks/Logo.tsx'
import { HeadSlot } from '../../ui/blocks/ScreenHead.tsx'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { hangDueSlot } from './dueSlot.ts'
import styles from './Header.module.css'
import { PlaceLink } from './PlaceLink.tsx'
import { ME, PLACES } from './places.ts'
import { SyncChip } from '../drawer/SyncChip.tsx'

/** @param props.Search once loaded; its dialog is not part of the first paint */
export const Header = memo(function Header({
  sync,
  Search,
}: {
  sync: SyncSummary
  Search: ComponentType | null
}) {
  const isDesk = useIsDesk()
  const account = useAccount()
  // A device that never stored anything has nothing to sync.
  const hasChip = !sync.isUnused || sync.problems > 0
  return (
    <header className={styles.header}>
      <div className={`row broad ${styles.bar}`}>
        <Link className={`row ${styles.logo}`} to={links.home()}>
          <Logo size={30} />
          <span>Wrenchlist</span>
        </Link>
        {isDesk && (
          <nav className={styles.nav} aria-label={t('Main')}>
            {/* With an account its name is that place, beside the way out. */}
            {(account ? PLACES : [...PLACES, ME]).map(({ name, to, inside }) => (
              <PlaceLink key={to} to={to} inside={inside}>
                {say(name)}
              </PlaceLink>
            ))}
          </nav>
        )}
        <HeadSlot />
        <span className={`grow ${styles.space}`} />
        <div ref={hangDueSlot} />
        {hasChip && <SyncChip sync={sync} />}
        <div className={styles.search}>{Search && <Search />}</div>
        {isDesk && <AccountLinks account={account} />}
      </div>
    </header>
  )
})

function AccountLinks({ account }: { account: ReturnType<typeof useAccount> }) {
  return (
    <nav className={styles.nav} aria-label={t('Account')}>
      {account ? (
        <>
          <PlaceLink to={ME.to} inside={ME.inside}>
            <UserIcon />
            <span className="ellipsis">{account.username}</span>
          </PlaceLink>
          <button type="button" onClick={askLogOut}>
            {t('Log Out')}
          </button>
        </>
      ) : (
        <>
          <PlaceLink to={links.login()}>{t('Login')}</PlaceLink>
          <PlaceLink to={links.register()}>{t('Register')}</PlaceLink>
        </>
      )}
    </nav>
  )
}
