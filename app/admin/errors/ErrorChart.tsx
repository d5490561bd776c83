import type { ErrorStats } from './errorsData.ts'

import { LEVELS } from '#shared/admin/errorReport.ts'
import { numberText, say, t } from '#shared/words/words.ts'
import { clockTime } from '../../ui/text/time.ts'
import look from '../desk/Admin.module.css'
import { Fold } from '../desk/AdminList.tsx'
import { AdminTable, Bars } from '../desk/figures.tsx'
import styles from './Errors.module.css'
import { LEVELS_NAMED } from './errorsData.ts'

/** Labelled hours. */
const NAMED = [0, 6, 12, 18, 23]

type Hour = ErrorStats['hours'][number]
const sumOf = (hour: Hour) => LEVELS.reduce((sum, level) => sum + hour[level], 0)
const timeOf = ({ hour }: Hour) => clockTime(Date.parse(hour))

/** The last 24 hours, a bar per hour; also in words and as a table. */
export function ErrorChart({ stats }: { stats: ErrorStats }) {
  const { hours } = stats
  return (
    <figure className={`card ${look.chart} ${styles.chart}`}>
      <figcaption>
        <h2>{t('By hour')}</h2>
        <p className="muted small">{inWords(stats)}</p>
      </figcaption>
      <Bars
        // The worst level is at the bottom, where bars compare best.
        bars={hours.map((hour) =>
          LEVELS.filter((level) => hour[level] > 0).map((level) => [styles[level], hour[level]]),
        )}
        axis={NAMED.map((at) => hours[at] && timeOf(hours[at]))}
      />
      <Fold name={t('Show as a table')}>
        <AdminTable
          className={`small num ${look.figures}`}
          heads={[[t('Hour')], ...LEVELS.map((level) => [say(LEVELS_NAMED[level])] as const)]}
          rows={hours.map((hour) => ({
            key: hour.hour,
            cells: [timeOf(hour), ...LEVELS.map((level) => numberText(hour[level]))],
          }))}
        />
      </Fold>
    </figure>
  )
}

function inWords({ last24Hours, hours }: ErrorStats): string {
  if (last24Hours === 0) return t('Nothing in the last 24 hours.')
  const top = hours.reduce((best, hour) => (sumOf(hour) > sumOf(best) ? hour : best))
  return t('{count} in the last 24 hours, most from {time} on: {most}.', {
    count: last24Hours,
    time: timeOf(top),
    most: sumOf(top),
  })
}
