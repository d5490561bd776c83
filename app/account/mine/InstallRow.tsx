import { install, installWay, shareSteps, useInstall } from '../../hardware/installOffer.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PhoneIcon } from '../../ui/blocks/icons.tsx'
import { CardRow } from './CardRow.tsx'
import { t } from '#shared/words/words.ts'

const TEXTS = {
  press: () => t('It opens like any app, also without signal'),
  share: () =>
    `${shareSteps()} ${t('Safari erases what a site keeps after 7 days without a visit, and leaves apps on the home screen alone.')}`,
  menu: () => t('If this browser can install apps, its menu has “Install” or “Add to Home screen”'),
  done: () => t('It runs as an app on this device'),
}

/** Always here, also for whoever said "Not now". */
export function InstallRow() {
  const way = installWay(useInstall())
  return (
    <CardRow
      icon={<PhoneIcon />}
      title={way === 'done' ? t('Wrenchlist is installed') : t('Keep Wrenchlist in your pocket')}
      text={TEXTS[way]()}
      action={way === 'press' && <Button onClick={() => void install()}>{t('Install')}</Button>}
    />
  )
}
