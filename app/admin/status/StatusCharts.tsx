import { useCallback, useState } from 'react'

import type { Reading } from '#shared/admin/status.ts'

import { Segments } from '../../ui/controls/Segments.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { clockTime } from '../../ui/text/time.ts'
import styles from '../../forms/forms.module.css'
import { StaleNote } from '../../forms/StaleNote.tsx'
import { useServerData } from '../../forms/useServerData.ts'
import look from '../desk/Admin.module.css'
import { Fold } from '../desk/AdminList.tsx'
import { AdminTable, Bars } from '../desk/figures.tsx'
import { readReadings } from './statusData.ts'
import { delay } from './statusWords.ts'
import { byLanguage, later, type Later, numberText, say, t } from '#shared/words/words.ts'

const SPANS = [
  { value: '1', name: later('Day') },
  { value: '7', name: later('Week') },
  { value: '30', name: later('Month') },
  { value: '365', name: later('Year') },
] as const

interface Chart {
  of: 'people' | 'kits' | 'saves' | 'p95'
  title: Later
  unit: Later
  write?: (value: number) => string
  /** The sum of all steps counts, not the last value. */
  isSum?: boolean
}

const CHARTS: Chart[] = [
  { of: 'people', title: later('People'), unit: later('accounts') },
  { of: 'kits', title: later('Kits'), unit: later('saved kits') },
  { of: 'saves', title: later('Saves'), unit: later('kits saved'), isSum: true },
  {
    of: 'p95',
    title: later('Sync delays'),
    unit: later('for 95 of 100 pushes'),
    write: delay,
  },
]

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
      <div className={`row wrap between ${styles.mainTitle}`}>
        <h2 id="charts">{t('Over time')}</h2>
        <Segments label={t('How long')} choices={SPANS} chosen={span} onChoose={setSpan} />
      </div>
      {!data && isLoading && <Skeleton label={t('Loading figures...')} rows={3} />}
      <StaleNote from={readings} />
      {data && (
        <>
          <div className={look.charts}>
            {CHARTS.map((chart) => (
              <StatusChart
                key={chart.of}
                {...chart}
                values={data.map((one) => one[chart.of])}
                axis={[data[0], data.at(-1)].map((one) => one && nameOf(one))}
              />
            ))}
          </div>
          {data.every(({ people }) => people === null) && (
            <p className="muted small">{t('The first figures come when an hour is over.')}</p>
          )}
          <div className={styles.more}>
            <Fold name={t('Show as a table')}>
              <Table readings={data} nameOf={nameOf} />
            </Fold>
          </div>
        </>
      )}
    </section>
  )
}

const written = (value: number | null, write = numberText) => (value === null ? '–' : write(value))

const COLUMNS: readonly [head: Later, cell: (of: Reading) => string][] = [
  [later('People'), ({ people }) => written(people)],
  [later('Kits'), ({ kits }) => written(kits)],
  [later('Saves'), ({ saves }) => written(saves)],
  [later('Pushes'), ({ pushes }) => numberText(pushes)],
  [later('Later than a minute'), ({ late }) => numberText(late)],
  [later('Half waited'), ({ median }) => written(median, delay)],
  [later('95 of 100 waited'), ({ p95 }) => written(p95, delay)],
]

function Table({
  readings,
  nameOf,
}: {
  readings: Reading[]
  nameOf: (reading: Reading) => string
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to do so without a pointer
    <div className={look.scroll} tabIndex={0} role="region" aria-label={t('Figures over time')}>
      <AdminTable
        className={`small num ${look.figures}`}
        heads={[[t('From')], ...COLUMNS.map(([head]) => [say(head)] as const)]}
        rows={readings.map((reading) => ({
          key: reading.at,
          cells: [nameOf(reading), ...COLUMNS.map(([, cell]) => cell(reading))],
        }))}
      />
    </div>
  )
}

/** A chart of one metric with a summary. One table for all charts is below. */
function StatusChart({
  title,
  unit,
  values,
  axis,
  write = numberText,
  isSum = false,
}: Chart & {
  /** Null for a missed reading. */
  values: (number | null)[]
  axis: (string | undefined)[]
}) {
  const known = values.filter((value) => value !== null)
  const said = isSum ? known.reduce((all, value) => all + value, 0) : known.at(-1)
  return (
    <figure className={`card ${look.chart}`}>
      <figcaption>
        <h3>{say(title)}</h3>
        <p>
          <b className="num">{said === undefined || known.length === 0 ? '–' : write(said)}</b>{' '}
          <span className="muted small">{say(unit)}</span>
        </p>
      </figcaption>
      <Bars bars={values.map((value) => (value === null ? [] : [[look.one, value]]))} axis={axis} />
    </figure>
  )
}
