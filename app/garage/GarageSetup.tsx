import { memo } from 'react'

import { Checkbox } from '../ui/controls/Checkbox.tsx'
import styles from './Garage.module.css'
import { setGarage, useGarageSettings } from './settings.ts'
import { t } from '#shared/words/words.ts'

/** How garage mode is held. */
export const GarageSetup = memo(function GarageSetup() {
  const { isLeftHanded, isDark } = useGarageSettings()
  return (
    <section className={styles.setup} aria-label={t('Settings of garage mode')}>
      <Checkbox
        checked={isLeftHanded}
        onChange={({ target }) => setGarage({ isLeftHanded: target.checked })}
      >
        {t('Boxes on the left, for the left hand')}
      </Checkbox>
      <Checkbox checked={isDark} onChange={({ target }) => setGarage({ isDark: target.checked })}>
        {t('Dark in garage mode')}
      </Checkbox>
    </section>
  )
})
