import { useCallback, useState } from 'react'

import type { Reading } from '#shared/admin/status.ts'

import { Segments } from '../../ui/controls/Segments.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { clockTime } from '../../ui/text/time.ts'
import styles from '../../forms/forms.module.css'
import { ExportCsv } from '../desk/ExportCsv.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import { useServerData } from '../../forms/useServerData.ts'
import desk from '../catalogue/Dashboard.module.css'
import look from './Status.module.css'
import { readReadings } from './statusData.ts'
import { delay } from './statusWords.ts'
import { byLanguage, later, numberText, t } from '#shared/words/words.ts'

const SPANS = [
  { value: '1', name: later('Day') },
  { value: '7', name: later('Week') },
  { value: '30', name: later('Month') },
  { value: '365', name: later('Year') },
] as const

type Span = (typeof SPANS)[number]['value']

const day = byLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
)

/** People, kits, saves and delays of the sync over time. */
export function StatusCharts() {
  const [span, setSpan] = useState<Span>('7')
  const read = useCallback(() => readReadings(span), [span])
  const readings = useServerData(`readings:${span}`, read)
  const { data, isLoading } = readings
  const nameOf = ({ at }: Reading) =>
    span === '1' ? clockTime(Date.parse(at)) : day().format(Date.parse(at))
  return (
    <section aria-labelledby="charts">
      <div className={`row wrap between ${look.head}`}>
        <h2 id="charts">{t('Over time')}</h2>
        <Segments label={t('How long')} choices={SPANS} chosen={span} onChoose={setSpan} />
      </div>
      {!data && isLoading && <Skeleton label={t('Loading figures...')} rows={3} />}
      <StaleNote from={readings} />
      {data && (
        <>
          <div className={look.charts}>
            <StatusChart
              title={t('People')}
              unit={t('accounts')}
              points={data.map((one) => ({ name: nameOf(one), value: one.people }))}
              write={numberText}
            />
            <StatusChart
              title={t('Kits')}
              unit={t('saved kits')}
              points={data.map((one) => ({ name: nameOf(one), value: one.kits }))}
              write={numberText}
            />
            <StatusChart
              title={t('Saves')}
              unit={t('kits saved')}
              points={data.map((one) => ({ name: nameOf(one), value: one.saves }))}
              write={numberText}
              isSum
            />
            <StatusChart
              title={t('Sync delays')}
              unit={t('for 95 of 100 pushes')}
              points={data.map((one) => ({ name: nameOf(one), value: one.p95 }))}
              write={delay}
            />
          </div>
          {data.every(({ people }) => people === null) && (
            <p className="muted small">{t('The first figures come when an hour is over.')}</p>
          )}
          <div className={styles.more}>
            <details className={`${desk.fold} ${look.figures}`}>
              <summary>{t('Show as a table')}</summary>
              <Table readings={data} nameOf={nameOf} />
            </details>
            <ExportCsv
              path={`/api/admin/readings?days=${span}`}
              name={`wrenchlist-figures-${span}-days`}
            />
          </div>
        </>
      )}
    </section>
  )
}

function Table({
  readings,
  nameOf,
}: {
  readings: Reading[]
  nameOf: (reading: Reading) => string
}) {
  const written = (value: number | null, write = numberText) =>
    value === null ? '–' : write(value)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to do so without a pointer
    <div className={look.scroll} tabIndex={0} role="region" aria-label={t('Figures over time')}>
      <table className="small num">
        <thead>
          <tr>
            <th scope="col">{t('From')}</th>
            <th scope="col">{t('People')}</th>
            <th scope="col">{t('Kits')}</th>
            <th scope="col">{t('Saves')}</th>
            <th scope="col">{t('Pushes')}</th>
            <th scope="col">{t('Later than a minute')}</th>
            <th scope="col">{t('Half waited')}</th>
            <th scope="col">{t('95 of 100 waited')}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <tr key={reading.at}>
              <th scope="row">{nameOf(reading)}</th>
              <td>{written(reading.people)}</td>
              <td>{written(reading.kits)}</td>
              <td>{written(reading.saves)}</td>
              <td>{numberText(reading.pushes)}</td>
              <td>{numberText(reading.late)}</td>
              <td>{written(reading.median, delay)}</td>
              <td>{written(reading.p95, delay)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const HEIGHT = 56

interface Point {
  name: string
  /** Null for a missed reading. */
  value: number | null
}

/** A chart of one metric with a summary. One table for all charts is below. */
function StatusChart({
  title,
  unit,
  points,
  write,
  isSum = false,
}: {
  title: string
  unit: string
  points: Point[]
  write: (value: number) => string
  /** The sum of all steps counts, not the last value. */
  isSum?: boolean
}) {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const most = Math.max(1, ...values)
  const sum = values.reduce((all, value) => all + value, 0)
  const said = isSum ? sum : values.at(-1)
  return (
    <figure className={`card ${look.chart}`}>
      <figcaption>
        <h3>{title}</h3>
        <p>
          <b className="num">{said === undefined || values.length === 0 ? '–' : write(said)}</b>{' '}
          <span className="muted small">{unit}</span>
        </p>
      </figcaption>
      <svg
        className={desk.bars}
        viewBox={`0 0 ${points.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {points.map(({ value }, at) => {
          const height = value === null ? 0 : Math.max(1, (value / most) * HEIGHT)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- steps of time, which do not move
            <g key={at}>
              <rect className={desk.track} x={at * 10 + 1} y={HEIGHT - 1} width={8} height={1} />
              <rect
                className={look.bar}
                x={at * 10 + 1}
                y={HEIGHT - height}
                width={8}
                height={height}
              />
            </g>
          )
        })}
      </svg>
      <div className={desk.axis} aria-hidden="true">
        <span className="num">{points[0]?.name}</span>
        <span className="num">{points.at(-1)?.name}</span>
      </div>
    </figure>
  )
}
