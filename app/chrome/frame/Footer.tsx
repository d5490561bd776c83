import { memo, useState } from 'react'
import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { useAccount } from '../../device/account.ts'
import { askLogOut } from '../../sessions/logOut.ts'
import { mayCount, useConsent } from '../../telemetry/consent.ts'
import { settled } from '../../sync/write/pump.ts'
import { InfoIcon } from '../../ui/blocks/icons.tsx'
import { Logo } from '../../ui/blocks/Logo.tsx'
import { useOffers } from '../../ui/browser/offers.ts'
import { CookieSettings } from '../prompts/CookieSettings.tsx'
import styles from './Footer.module.css'

// A text: numbers in sentences get their thousands set apart.
const YEAR = String(new Date().getFullYear())

/** Below every screen, where nobody looks first: fetched after it stands. */
export const Footer = memo(function Footer() {
  const account = useAccount()
  const [isChoosing, setChoosing] = useState(false)
  useOffers(() => [
    {
      name: t('Cookie Settings'),
      icon: <InfoIcon />,
      isOf: 'settings',
      onChoose: () => setChoosing(true),
    },
  ])

  /** What was counted with the old choice is gone with the page; what was typed is stored first. */
  async function handleChosen() {
    await settled()
    if (!mayCount(useConsent.getState())) {
      const { stopCounting } = await import('../../telemetry/analytics.ts')
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
            {t('Create part kits for any car, save for later and share with others.')}
          </p>
        </div>
        <nav aria-label={t('Tools')}>
          <h2>{t('Tools')}</h2>
          <Link to={links.builder()}>{t('Builder')}</Link>
          <Link to={links.kits()}>{t('Kits')}</Link>
          <Link to={links.maintenance()}>{t('Maintenance log')}</Link>
          <Link to={links.prices()}>{t('Prices')}</Link>
        </nav>
        <nav aria-label={t('Your account')}>
          <h2>{t('Account')}</h2>
          {account ? (
            <>
              <Link to={links.account()}>{t('My Account')}</Link>
              <button type="button" onClick={askLogOut}>
                {t('Logout')}
              </button>
              {account.isAdmin && <Link to={links.admin()}>{t('Admin Dashboard')}</Link>}
            </>
          ) : (
            <>
              <Link to={links.login()}>{t('Login')}</Link>
              <Link to={links.register()}>{t('Register')}</Link>
            </>
          )}
        </nav>
        <nav aria-label={t('Company')}>
          <h2>{t('Company')}</h2>
          <Link to={links.about()}>{t('About')}</Link>
          <Link to={links.privacy()}>{t('Privacy Policy')}</Link>
          <Link to={links.contact()}>{t('Contact')}</Link>
          <Link to={links.terms()}>{t('Terms of Service')}</Link>
          <Link to={links.disclosure()}>{t('Affiliate Disclosure')}</Link>
          <button type="button" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            {t('Cookie Settings')}
          </button>
        </nav>
        <p className={styles.legal}>
          <T
            text="© {year} Wrenchlist. We may earn affiliate compensation from linked retailers. That compensation does not affect products, prices or order. <disclosure>How that works</disclosure>"
            year={String(YEAR)}
            disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
          />
        </p>
      </div>
      <CookieSettings
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onSaved={() => void handleChosen()}
      />
    </footer>
  )
})
