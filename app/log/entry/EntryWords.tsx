import type { LogEntry } from '#shared/kinds/maintenance.ts'

import { type DistanceUnit, distanceText } from '#shared/kinds/distance.ts'
import { fuelText } from '#shared/kinds/fuel.ts'
import { formatPrice } from '#shared/money/money.ts'
import { t, worded } from '#shared/words/words.ts'
import { dayText } from '../../show/logWords.ts'

interface EntryWordsProps {
  entry: Pick<LogEntry, 'task' | 'day' | 'mileage' | 'newOdometer' | 'cost' | 'fuel' | 'notes'>
  /** Unit of its car. */
  unit?: DistanceUnit | null
  /** Further details. */
  more: readonly (string | false | null | undefined)[]
}

/** An entry in the log: its job, and below when, how far, and for how much. */
export function EntryWords({ entry, unit = null, more }: EntryWordsProps) {
  const { task, day, mileage, newOdometer, cost, fuel, notes } = entry
  const facts = [
    dayText(day),
    mileage && distanceText(mileage, unit),
    newOdometer && t('new odometer'),
    cost !== null && formatPrice(cost),
    fuel && fuelText(fuel),
    ...more,
  ]
  return (
    <>
      <b>{worded(task)}</b>
      <p className="muted small num">{facts.filter(Boolean).join(', ')}</p>
      {notes && <p className="asTyped">{notes}</p>}
    </>
  )
}
