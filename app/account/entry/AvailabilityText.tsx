import type { Availability } from './useAvailability.ts'

import { classes } from '../../ui/look/classes.ts'
import { CheckIcon, CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import styles from '../account.module.css'
import { later, say, t } from '#shared/words/words.ts'

const WORDS = {
  unasked: later('3 to 30 letters, digits, "_", "." or "-". Others see it beside your comments.'),
  asking: later('Checking...'),
  free: later('Available'),
  noSignal: later('The name is checked when there is a signal.'),
  unknown: later('The name is checked when you create the account.'),
}

/** What is known of the name, said politely as it changes. */
export function AvailabilityText({ is }: { is: Availability }) {
  const isTaken = is.state === 'taken'
  const isFree = is.state === 'free'
  const words = isTaken ? is.reason : say(WORDS[is.state])
  return (
    <span
      className={classes(styles.availability, isFree && styles.good, isTaken && styles.bad)}
      role="status"
      aria-label={t('Username availability')}
    >
      {isFree && <CheckIcon />}
      {isTaken && <CircleAlertIcon />}
      <span>
        {(isFree || isTaken) && <VisuallyHidden>{t('Username:')} </VisuallyHidden>}
        {words}
      </span>
    </span>
  )
}
