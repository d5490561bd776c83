import type { Planned } from './planImport.ts'

import { hasInterval } from '#shared/kinds/dueJobs.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { many, t } from '#shared/words/words.ts'
import { intervalText } from '../../show/logWords.ts'
import { EntryWords } from '../EntryWords.tsx'
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
            <EntryWords
              entry={entry}
              more={[
                hasInterval(entry) && t('due every {interval}', { interval: intervalText(entry) }),
                entry.vehicle && vehicleTitle(entry.vehicle),
              ]}
            />
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
