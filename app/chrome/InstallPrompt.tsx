import { mustAsk, useConsent } from '../telemetry/consent.ts'
import {
  declineInstall,
  install,
  installWay,
  SHARE_STEPS,
  useInstall,
} from '../hardware/installOffer.ts'
import { Button } from '../ui/Button.tsx'
import { PhoneIcon } from '../ui/icons.tsx'
import { useUpdate } from './registerWorker.ts'
import styles from './UpdatePrompt.module.css'

/** Offered after the first save or at the second visit, once; "Not now" holds for 30 days. */
export function InstallPrompt() {
  const state = useInstall()
  const way = installWay(state)
  // One question at a time, and what is more urgent first.
  const isAsked = useConsent(mustAsk)
  const isUpdate = useUpdate(({ waiting }) => waiting !== null)
  if (!state.isOffered || isAsked || isUpdate || way === 'done' || way === 'menu') return null
  return (
    <section className={`card ${styles.update}`} aria-label="Install">
      <PhoneIcon />
      <div>
        <b>Keep Wrenchlist in your pocket</b>
        <p className="muted small">
          {way === 'press' ? 'It opens like any app, also without signal.' : SHARE_STEPS}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="ghost" onClick={declineInstall}>
          Not now
        </Button>
        {way === 'press' && (
          <Button variant="primary" onClick={() => void install()}>
            Install
          </Button>
        )}
      </div>
    </section>
  )
}
