import { useState } from 'react'
import { useLocation } from 'react-router-dom'

import { decideConsent, mustAsk, useConsent } from '../telemetry/consent.ts'
import { Button } from '../ui/Button.tsx'
import { loadable } from '../ui/loadable.tsx'
import { usePreloaded } from '../ui/usePreloaded.ts'
import styles from './CookieBanner.module.css'

const CookieSettings = loadable(async () => (await import('./CookieSettings.tsx')).CookieSettings)

/** A shared link comes with its list: who follows one sees that first, and nothing moves in it. */
const cameWithList = document.querySelector('#root > *') !== null

/**
 * Asks once whether use may be counted, in one line under the header. Both answers are equally easy
 * to give. It comes with a screen and never into one: nothing moves under a finger.
 */
export function CookieBanner() {
  const { pathname } = useLocation()
  const [visit, setVisit] = useState(() => ({ pathname, isDue: isDue() && !cameWithList }))
  const mustBeAsked = useConsent(mustAsk)
  const [isCustomizing, setCustomizing] = useState(false)
  const areSettingsHere = usePreloaded(CookieSettings.preload, isCustomizing)
  if (visit.pathname !== pathname) setVisit({ pathname, isDue: isDue() })
  if (!visit.isDue || !mustBeAsked) return null
  return (
    <>
      <section className={styles.banner} aria-labelledby="cookies">
        <div className={styles.line}>
          <div className="grow">
            <h2 id="cookies">
              Cookies<span> on Wrenchlist</span>
            </h2>
            <p className="muted small">
              Necessary storage keeps your kits on this device. Analytics is off until you accept
              it.
            </p>
          </div>
          <Button variant="ghost" aria-haspopup="dialog" onClick={() => setCustomizing(true)}>
            Customize
          </Button>
          <Button onClick={() => decideConsent(false)}>Reject</Button>
          <Button onClick={() => decideConsent(true)}>Accept All</Button>
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

const isDue = () => mustAsk(useConsent.getState())
