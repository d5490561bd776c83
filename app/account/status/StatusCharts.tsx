import { useCallback, useState } from 'react'

import type { Reading } from '#shared/desk/status.ts'

import { Segments } from '../../ui/controls/Segments.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { clockTime } from '../../ui/text/time.ts'
import styles from '../account.module.css'
import { ExportCsv } from '../desk/ExportCsv.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { useServerData } from '../useServerData.ts'
import look from './Status.module.css'
import { StatusChart } from './StatusChart.tsx'
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
export function StatusCharts({ adminId }: { adminId: string }) {
  const [span, setSpan] = useState<Span>('7')
  const read = useCallback(() => readReadings(span), [span])
  const readings = useServerData(`readings:${adminId}:${span}`, read)
  const { data, isLoading } = readings
  const nameOf = ({ at }: Reading) =>
    span === '1' ? clockTime(Date.parse(at)) : day().format(Date.parse(at))
  return (
    <section aria-labelledby="charts">
      <div className={look.head}>
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
            <details className={look.figures}>
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
