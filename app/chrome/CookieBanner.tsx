import { useState } from 'react'

import { decideConsent, mustAsk, useConsent } from '../telemetry/consent.ts'
import { Button } from '../ui/Button.tsx'
import { loadable } from '../ui/loadable.tsx'
import { usePreloaded } from '../ui/usePreloaded.ts'
import styles from './CookieBanner.module.css'

const CookieSettings = loadable(async () => (await import('./CookieSettings.tsx')).CookieSettings)

/**
 * Asks once whether use may be counted. Both answers are equally easy to give. In the first render:
 * on a phone it is the largest text of many a screen, and coming later it would lie over a finger.
 */
export function CookieBanner() {
  const consent = useConsent((state) => state.consent)
  const [isCustomizing, setCustomizing] = useState(false)
  const areSettingsHere = usePreloaded(CookieSettings.preload, isCustomizing)
  if (!mustAsk(consent)) return null
  return (
    <>
      <section className={`card ${styles.banner}`} aria-labelledby="cookies">
        <h2 id="cookies">Cookies on Wrenchlist</h2>
        <p className="muted small">
          <span>Necessary storage keeps your kits on this device.</span>{' '}
          <span>Analytics is off until you accept it.</span>
        </p>
        <div className={styles.answers}>
          <Button onClick={() => decideConsent(false)}>Reject</Button>
          <Button onClick={() => decideConsent(true)}>Accept All</Button>
          <Button
            variant="ghost"
            className={styles.customize}
            aria-haspopup="dialog"
            onClick={() => setCustomizing(true)}
          >
            Customize
          </Button>
        </div>
      </section>
      {areSettingsHere && (
        <CookieSettings
          isOpen={isCustomizing}
          onClose={() => setCustomizing(false)}
          onSaved={() => setCustomizing(false)}
        />
      )}
    </>
  )
}
