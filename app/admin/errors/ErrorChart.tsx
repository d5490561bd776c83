import type { ErrorStats } from './errorsData.ts'

import { type Level, LEVELS } from '#shared/admin/errorReport.ts'
import { numberText, t } from '#shared/words/words.ts'
import { clockTime } from '../../ui/text/time.ts'
import desk from '../catalogue/Dashboard.module.css'
import styles from './Errors.module.css'

const HEIGHT = 64
/** Labelled hours. */
const NAMED = [0, 6, 12, 18, 23]

type Hour = ErrorStats['hours'][number]
const sumOf = (hour: Hour) => LEVELS.reduce((sum, level) => sum + hour[level], 0)

/** The last 24 hours, a bar per hour; also in words and as a table. */
export function ErrorChart({ stats }: { stats: ErrorStats }) {
  const { hours } = stats
  const most = Math.max(1, ...hours.map(sumOf))
  return (
    <figure className={`card ${styles.chart}`}>
      <figcaption>
        <h2>{t('By hour')}</h2>
        <p className="muted small">{inWords(stats)}</p>
      </figcaption>
      <svg
        className={desk.bars}
        viewBox={`0 0 ${hours.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {hours.map((hour, at) => (
          <Bar key={hour.hour} hour={hour} x={at * 10} most={most} />
        ))}
      </svg>
      <div className={desk.axis} aria-hidden="true">
        {NAMED.map((at) => (
          <span key={at} className="num">
            {hours[at] && clockTime(Date.parse(hours[at].hour))}
          </span>
        ))}
      </div>
      <details className={`${desk.fold} ${styles.figures}`}>
        <summary>{t('Show as a table')}</summary>
        <table className="small num">
          <thead>
            <tr>
              <th scope="col">{t('Hour')}</th>
              <th scope="col">{t('Errors')}</th>
              <th scope="col">{t('Warnings')}</th>
              <th scope="col">{t('Info')}</th>
            </tr>
          </thead>
          <tbody>
            {hours.map((hour) => (
              <tr key={hour.hour}>
                <th scope="row">{clockTime(Date.parse(hour.hour))}</th>
                {LEVELS.map((level) => (
                  <td key={level}>{numberText(hour[level])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** The worst level is at the bottom, where bars compare best. */
function Bar({ hour, x, most }: { hour: Hour; x: number; most: number }) {
  const heightOf = (levels: readonly Level[]) =>
    (levels.reduce((sum, level) => sum + hour[level], 0) / most) * HEIGHT
  return (
    <>
      <rect className={desk.track} x={x + 1} y={HEIGHT - 1} width={8} height={1} />
      {LEVELS.map((level, at) => (
        <rect
          key={level}
          className={styles[level]}
          x={x + 1}
          y={HEIGHT - heightOf(LEVELS.slice(0, at + 1))}
          width={8}
          height={heightOf([level])}
        />
      ))}
    </>
  )
}

function inWords({ last24Hours, hours }: ErrorStats): string {
  if (last24Hours === 0) return t('Nothing in the last 24 hours.')
  const top = hours.reduce((best, hour) => (sumOf(hour) > sumOf(best) ? hour : best))
  return t('{count} in the last 24 hours, most from {time} on: {most}.', {
    count: last24Hours,
    time: clockTime(Date.parse(top.hour)),
    most: sumOf(top),
  })
}
