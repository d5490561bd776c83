import { useCallback, useState } from 'react'

import type { Reading } from './statusData.ts'

import { Segments } from '../../ui/Segments.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { clockTime } from '../../ui/time.ts'
import styles from '../account.module.css'
import { ExportCsv } from '../desk/ExportCsv.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { useServerData } from '../useServerData.ts'
import look from './Status.module.css'
import { StatusChart } from './StatusChart.tsx'
import { readReadings } from './statusData.ts'
import { count, delay } from './statusWords.ts'

const SPANS = [
  { value: '1', name: 'Day' },
  { value: '7', name: 'Week' },
  { value: '30', name: 'Month' },
  { value: '365', name: 'Year' },
] as const

type Span = (typeof SPANS)[number]['value']

const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** People, kits, saves and delays of the sync over time. */
export function StatusCharts({ adminId }: { adminId: string }) {
  const [span, setSpan] = useState<Span>('7')
  const read = useCallback(() => readReadings(span), [span])
  const readings = useServerData(`readings:${adminId}:${span}`, read)
  const { data, isLoading } = readings
  const nameOf = ({ at }: Reading) =>
    span === '1' ? clockTime(Date.parse(at)) : DAY.format(Date.parse(at))
  return (
    <section aria-labelledby="charts">
      <div className={look.head}>
        <h2 id="charts">Over time</h2>
        <Segments label="How long" choices={SPANS} chosen={span} onChoose={setSpan} />
      </div>
      {!data && isLoading && <Skeleton label="Loading figures..." rows={3} />}
      <StaleNote from={readings} />
      {data && (
        <>
          <div className={look.charts}>
            <StatusChart
              title="People"
              unit="accounts"
              points={data.map((one) => ({ name: nameOf(one), value: one.people }))}
              write={count}
            />
            <StatusChart
              title="Kits"
              unit="saved kits"
              points={data.map((one) => ({ name: nameOf(one), value: one.kits }))}
              write={count}
            />
            <StatusChart
              title="Saves"
              unit="kits saved"
              points={data.map((one) => ({ name: nameOf(one), value: one.saves }))}
              write={count}
              isSum
            />
            <StatusChart
              title="Sync delays"
              unit="for 95 of 100 pushes"
              points={data.map((one) => ({ name: nameOf(one), value: one.p95 }))}
              write={delay}
            />
          </div>
          {data.every(({ people }) => people === null) && (
            <p className="muted small">The first figures come when an hour is over.</p>
          )}
          <div className={styles.more}>
            <details className={look.figures}>
              <summary>Show as a table</summary>
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
  const written = (value: number | null, write = count) => (value === null ? '–' : write(value))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to do so without a pointer
    <div className={look.scroll} tabIndex={0} role="region" aria-label="Figures over time">
      <table className="small num">
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">People</th>
            <th scope="col">Kits</th>
            <th scope="col">Saves</th>
            <th scope="col">Pushes</th>
            <th scope="col">Later than a minute</th>
            <th scope="col">Half waited</th>
            <th scope="col">95 of 100 waited</th>
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <tr key={reading.at}>
              <th scope="row">{nameOf(reading)}</th>
              <td>{written(reading.people)}</td>
              <td>{written(reading.kits)}</td>
              <td>{written(reading.saves)}</td>
              <td>{count(reading.pushes)}</td>
              <td>{count(reading.late)}</td>
              <td>{written(reading.median, delay)}</td>
              <td>{written(reading.p95, delay)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
