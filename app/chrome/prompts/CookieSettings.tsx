import { useState } from 'react'

import { decideConsent, isPrivacyAsked, useConsent } from '../../data/telemetry/consent.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import styles from './CookieSettings.module.css'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'

interface CookieSettingsProps {
  isOpen: boolean
  onClose: () => void
  /** Called once the choice is stored. */
  onSaved: () => void
}

/** Storage and analytics, item by item. */
export function CookieSettings({ isOpen, onClose, onSaved }: CookieSettingsProps) {
  const { consent, isCounted } = useConsent()
  const isForbidden = isPrivacyAsked()
  const [chosen, setChosen] = useState<boolean | null>(null)
  // On by default, as in the specification: nothing is counted before Save is pressed.
  const isOn = !isForbidden && (chosen ?? consent?.analytics ?? true)

  function handleSave() {
    decideConsent(isOn)
    onSaved()
  }

  return (
    <LazyModal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Cookie Settings')}
      footer={
        <div className={styles.actions}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" onClick={handleSave}>
            {t('Save Settings')}
          </Button>
        </div>
      }
    >
      <div className="stack">
        <Checkbox checked disabled>
          <b>{t('Necessary')}</b>
          <span className={`muted small ${styles.text}`}>
            <T text="Your kits, your login and this choice, on this device. Wrenchlist does not work without it, so it is always on." />
          </span>
        </Checkbox>
        <Checkbox
          checked={isOn}
          disabled={isForbidden}
          onChange={(event) => setChosen(event.target.checked)}
        >
          <b>{t('Analytics')}</b>
          <span className={`muted small ${styles.text}`}>
            {isCounted === false &&
              `${t('Nothing is counted here. Your choice is kept in case that changes.')} `}
            {isForbidden
              ? t(
                  'Your browser asks every site not to do this (Global Privacy Control), so it stays off.',
                )
              : t(
                  'Which parts of Wrenchlist are used and how often. No names, no addresses, no kits.',
                )}
          </span>
        </Checkbox>
      </div>
    </LazyModal>
  )
}
