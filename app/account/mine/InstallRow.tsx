import { install, installWay, shareSteps, useInstall } from '../../hardware/installOffer.ts'
import { Button } from '../../ui/Button.tsx'
import { PhoneIcon } from '../../ui/icons.tsx'
import { CardRow } from './CardRow.tsx'

const TEXTS = {
  press: 'It opens like any app, also without signal',
  share: `${shareSteps} Safari erases what a site keeps after 7 days without a visit, and leaves apps on the home screen alone.`,
  menu: 'If this browser can install apps, its menu has “Install” or “Add to Home screen”',
  done: 'It runs as an app on this device',
}

/** Always here, also for whoever said "Not now". */
export function InstallRow() {
  const way = installWay(useInstall())
  return (
    <CardRow
      icon={<PhoneIcon />}
      title={way === 'done' ? 'Wrenchlist is installed' : 'Keep Wrenchlist in your pocket'}
      text={TEXTS[way]}
      action={way === 'press' && <Button onClick={() => void install()}>Install</Button>}
    />
  )
}
