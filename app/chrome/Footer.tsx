import { useState } from 'react'
import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { useAccount } from '../device/account.ts'
import { askLogOut } from '../sessions/logOut.ts'
import { mayCount, useConsent } from '../telemetry/consent.ts'
import { settled } from '../sync/write/pump.ts'
import { InfoIcon } from '../ui/icons.tsx'
import { Logo } from '../ui/Logo.tsx'
import { useOffers } from '../ui/offers.ts'
import { CookieSettings } from './CookieSettings.tsx'
import styles from './Footer.module.css'

const YEAR = new Date().getFullYear()

/** Below every screen, where nobody looks first: fetched after it stands. */
export function Footer() {
  const account = useAccount()
  const [isChoosing, setChoosing] = useState(false)
  useOffers(() => [
    {
      name: 'Cookie Settings',
      icon: <InfoIcon />,
      isOf: 'settings',
      onChoose: () => setChoosing(true),
    },
  ])

  /** What was counted with the old choice is gone with the page; what was typed is stored first. */
  async function handleChosen() {
    await settled()
    if (!mayCount(useConsent.getState())) {
      const { stopCounting } = await import('../telemetry/analytics.ts')
      await stopCounting()
    }
    location.reload()
  }

  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div>
          <div className={styles.brand}>
            <Logo size={26} />
            Wrenchlist
          </div>
          <p className={styles.tagline}>
            Create part kits for any car, save for later and share with others.
          </p>
        </div>
        <nav aria-label="Tools">
          <h2>Tools</h2>
          <Link to={links.builder()}>Builder</Link>
          <Link to={links.kits()}>Kits</Link>
          <Link to={links.maintenance()}>Maintenance log</Link>
          <Link to={links.prices()}>Prices</Link>
        </nav>
        <nav aria-label="Your account">
          <h2>Account</h2>
          {account ? (
            <>
              <Link to={links.account()}>My Account</Link>
              <button type="button" onClick={askLogOut}>
                Logout
              </button>
              {account.isAdmin && <Link to={links.admin()}>Admin Dashboard</Link>}
            </>
          ) : (
            <>
              <Link to={links.login()}>Login</Link>
              <Link to={links.register()}>Register</Link>
            </>
          )}
        </nav>
        <nav aria-label="Company">
          <h2>Company</h2>
          <Link to={links.about()}>About</Link>
          <Link to={links.privacy()}>Privacy Policy</Link>
          <Link to={links.contact()}>Contact</Link>
          <Link to={links.terms()}>Terms of Service</Link>
          <Link to={links.disclosure()}>Affiliate Disclosure</Link>
          <button type="button" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            Cookie Settings
          </button>
        </nav>
        <p className={styles.legal}>
          © {YEAR} Wrenchlist. We may earn affiliate compensation from linked retailers. That
          compensation does not affect products, prices or order.{' '}
          <Link to={links.disclosure()}>How that works</Link>
        </p>
      </div>
      <CookieSettings
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onSaved={() => void handleChosen()}
      />
    </footer>
  )
}
