import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { ErrorFilter, ErrorStats } from './errorsData.ts'

import { type Level, LEVELS } from '#shared/admin/errorReport.ts'

import { links } from '#shared/links.ts'
import { t, numberText, say } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RefreshIcon } from '../../ui/blocks/icons.tsx'
import { clockTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { Desk, DeskPage } from '../desk/desk.tsx'
import { errorsAt } from '../desk/adminData.ts'
import { ErrorChart } from './ErrorChart.tsx'
import { ErrorList } from './ErrorList.tsx'
import styles from './Errors.module.css'
import look from '../desk/Admin.module.css'
import { ErrorFilters, ErrorNarrow } from './ErrorFilters.tsx'
import { errorPage, filterIn, LEVELS_NAMED, paramsOf, pathOfList } from './errorsData.ts'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { usePages } from '../desk/usePages.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'

/** Errors of devices and of the server. The server checks each call itself. */
export function AdminErrorsScreen() {
  return (
    <Desk roles={['operator']} at={links.adminErrors()}>
      <Errors />
    </Desk>
  )
}

function Errors() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filter = useMemo(() => filterIn(new URLSearchParams(search)), [search])
  const setFilter = useCallback(
    (next: ErrorFilter) => void navigate(errorsAt(paramsOf(next)), { replace: true }),
    [navigate],
  )
  const found = usePages(pathOfList(filter), errorPage, ({ logs }) => logs)
  const { error, isLoading, reload, first } = found
  // The previous filter's list stays until the new one is here.
  const page = useLatest(first)
  const at = useLatest(found.at ?? undefined)
  const isDesk = useIsDesk()
  const heading = useRef<HTMLHeadingElement>(null)
  const [pressed, setChosen] = useState<string | null>(null)
  const logs = found.data ?? page?.logs ?? []
  const chosen = logs.some(({ id }) => id === pressed) ? pressed : null
  useEffect(() => {
    if (error) toast({ title: t('Error'), text: t('Failed to fetch error logs'), tone: 'error' })
  }, [error])

  function handleChanged() {
    // The pressed button leaves the list with its entry.
    if (filter.state !== 'all') heading.current?.focus()
    reload()
  }

  return (
    <DeskPage
      at={links.adminErrors()}
      title={t('Error monitoring')}
      text={
        <>
          {at && t('As of {time}', { time: clockTime(at) })}{' '}
          <Button size="s" aria-disabled={isLoading} onClick={() => !isLoading && reload()}>
            <RefreshIcon />
            {t('Refresh')}
          </Button>
        </>
      }
      offline={t('This is what was last known.')}
    >
      {!page && (
        <NotLoaded
          from={found}
          loading={t('Loading errors...')}
          rows={5}
          failed={t('Failed to fetch error logs')}
          otherwise={t('The server answered, but not with a list.')}
        />
      )}
      {page && (
        <>
          <ErrorStatCards stats={page.stats} />
          <ErrorChart stats={page.stats} />
          <ErrorFilters filter={filter} onChange={setFilter} />
          <ErrorNarrow
            // Another address has other fields.
            key={JSON.stringify([filter.user, filter.from, filter.to, filter.build, filter.page])}
            filter={filter}
            onChange={setFilter}
          />
          <div className={styles.found} aria-busy={first === undefined}>
            <ErrorList
              heading={heading}
              logs={logs}
              pages={found.pages}
              chosen={chosen ?? (isDesk ? (logs[0]?.id ?? null) : null)}
              isFiltered={
                Object.keys(paramsOf(filter)).some((name) => name !== 'state') ||
                filter.state !== 'all'
              }
              onChoose={(id) => setChosen(id === chosen ? null : id)}
              onChanged={handleChanged}
            />
          </div>
        </>
      )}
    </DeskPage>
  )
}

/** The last value there was. */
function useLatest<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}

/** Totals, and the last 24 hours by level. */
function ErrorStatCards({ stats }: { stats: ErrorStats }) {
  return (
    <dl className={styles.stats}>
      <Card name={t('Total errors')} value={stats.totalErrors} />
      <Card name={t('Last 24 hours')} value={stats.last24Hours} />
      {LEVELS.map((level) => (
        <Card
          key={level}
          name={say(LEVELS_NAMED[level])}
          value={stats.errorsByLevel[level]}
          level={level}
        />
      ))}
    </dl>
  )
}

function Card({ name, value, level }: { name: string; value: number; level?: Level }) {
  return (
    <div className={`card ${look.total} ${styles.stat}`}>
      <dt>
        {level && <span className={`${styles.dot} ${styles[level]}`} />}
        {name}
        {level && <VisuallyHidden> {t('in the last 24 hours')}</VisuallyHidden>}
      </dt>
      <dd className="num">{numberText(value)}</dd>
    </div>
  )
}
