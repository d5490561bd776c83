import { memo, useState } from 'react'
import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { deskOf } from '#shared/roles.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { useAccount } from '../../data/device/account.ts'
import { askLogOut } from '../../data/sessions/logOut.ts'
import { mayCount, useConsent } from '../../data/telemetry/consent.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { InfoIcon } from '../../ui/blocks/icons.tsx'
import { Logo } from '../../ui/blocks/Logo.tsx'
import { useOffers } from '../../ui/browser/offers.ts'
import { CookieSettings } from '../prompts/CookieSettings.tsx'
import styles from './Footer.module.css'

// As text: numbers in sentences get digit grouping.
const YEAR = String(new Date().getFullYear())

/** Footer, loaded after the screen. */
export const Footer = memo(function Footer() {
  const account = useAccount()
  const desk = account && deskOf(account)
  const [isChoosing, setChoosing] = useState(false)
  useOffers(() => [
    {
      name: t('Cookie Settings'),
      icon: <InfoIcon />,
      isOf: 'settings',
      onChoose: () => setChoosing(true),
    },
  ])

  /** Reloads, so that counters of the old choice end; pending input is stored first. */
  async function handleChosen() {
    await settled()
    if (!mayCount(useConsent.getState())) {
      const { stopCounting } = await import('../../data/telemetry/analytics.ts')
      await stopCounting()
    }
    location.reload()
  }

  return (
    <footer className={`muted small ${styles.footer}`}>
      <div className={`broad ${styles.columns}`}>
        <div>
          <div className={`row ${styles.brand}`}>
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
              {desk && <Link to={desk}>{t('Admin Dashboard')}</Link>}
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
