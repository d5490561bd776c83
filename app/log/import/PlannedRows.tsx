import type { Planned } from './planImport.ts'

import { distanceText } from '#shared/kinds/distance.ts'
import { fuelText } from '#shared/kinds/fuel.ts'
import { hasInterval } from '#shared/kinds/dueJobs.ts'
import { formatPrice } from '#shared/money.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { many, t, worded } from '#shared/words/words.ts'
import { dayText, intervalText } from '../../show/logWords.ts'
import styles from './import.module.css'

const SHOWN = 8

/** The first of what would be stored, as the log would show it. */
export function PlannedRows({ rows }: { rows: readonly Planned[] }) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3>{t('As it would be stored')}</h3>
      <ul className={styles.rows} aria-label={t('As it would be stored')}>
        {rows.slice(0, SHOWN).map((entry) => (
          <li key={`${entry.row} ${entry.task}`}>
            <b>{worded(entry.task)}</b>
            <p className="muted small num">
              {[
                dayText(entry.day),
                entry.mileage && distanceText(entry.mileage),
                entry.cost !== null && formatPrice(entry.cost),
                entry.fuel && fuelText(entry.fuel),
                hasInterval(entry) && t('due every {interval}', { interval: intervalText(entry) }),
                entry.newOdometer && t('new odometer'),
                entry.vehicle && vehicleTitle(entry.vehicle),
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
            {entry.notes && <p className={`small ${styles.notes}`}>{entry.notes}</p>}
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <p className="muted small num">
          {many(rows.length - SHOWN, 'And {count} more.', 'And {count} more.')}
        </p>
      )}
    </div>
  )
}
