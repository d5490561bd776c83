import type { Read } from '#shared/kinds/odometer.ts'

import { distanceText } from '#shared/kinds/distance.ts'
import { t } from '#shared/words/words.ts'
import { dayText } from '../../show/logWords.ts'
import { Button } from '../../ui/controls/Button.tsx'

interface OddReadingProps {
  /** Entry that contradicts the mileage. */
  read: Read
  onSay: (isNewOdometer: boolean) => void
}

/** Asks, before storing, about a mileage that contradicts the car's log. */
export function OddReading({ read: { day, mileage }, onSay }: OddReadingProps) {
  const known = { day: dayText(day), distance: mileage ? distanceText(mileage) : '' }
  return (
    <div className="stack" role="alert">
      <p>
        {t(
          'The log has {distance} on {day}. Correct the mileage or the vehicle above, or say:',
          known,
        )}
      </p>
      <div className="row wrap">
        <Button onClick={() => onSay(true)}>{t('The odometer was replaced')}</Button>
        <Button onClick={() => onSay(false)}>{t('The mileage is right')}</Button>
      </div>
    </div>
  )
}
