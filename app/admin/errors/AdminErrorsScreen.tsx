import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { ErrorFilter, ErrorPage, ErrorStats } from './errorsData.ts'
import type { Level } from '#shared/admin/errorReport.ts'

import { links } from '#shared/links.ts'
import { t, numberText } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RefreshIcon } from '../../ui/blocks/icons.tsx'
import { clockTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { AdminDenied, AdminNav, useDesk } from '../desk/desk.tsx'
import { errorsAt } from '../desk/deskLinks.ts'
import { ErrorChart } from './ErrorChart.tsx'
import { ErrorList } from './ErrorList.tsx'
import { ErrorPane, ErrorSheet } from './ErrorPane.tsx'
import desk from '../catalogue/Dashboard.module.css'
import styles from './Errors.module.css'
import { ErrorFilters, ErrorNarrow } from './ErrorFilters.tsx'
import { filterIn, paramsOf, readErrors } from './errorsData.ts'
import { OfflineNote } from '../../forms/FormParts.tsx'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { useServerData } from '../../forms/useServerData.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'

/** Errors of devices and of the server. The server checks each call itself. */
export function AdminErrorsScreen() {
  const account = useDesk('operator')
  if (!account) return <AdminDenied from={links.adminErrors()} />
  return <Errors />
}

function Errors() {
  const isDesk = useIsDesk()
  const { search } = useLocation()
  const navigate = useNavigate()
  const filter = useMemo(() => filterIn(new URLSearchParams(search)), [search])
  const setFilter = useCallback(
    (next: ErrorFilter) => void navigate(errorsAt(paramsOf(next)), { replace: true }),
    [navigate],
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const read = useCallback(() => readErrors(filter), [filter])
  const found = useServerData(`errors:${JSON.stringify(filter)}`, read)
  const { error, isLoading, reload } = found
  // The previous filter's list stays until the new one is here.
  const page = useLatest(found.data)
  useEffect(() => {
    if (error) toast({ title: t('Error'), text: t('Failed to fetch error logs'), tone: 'error' })
  }, [error])
  return (
    <div className="page">
      <header className={`row wrap between ${desk.top}`}>
        <div>
          <h1 tabIndex={-1}>{t('Error monitoring')}</h1>
          {page && <p className="muted small">{t('As of {time}', { time: clockTime(page.at) })}</p>}
        </div>
        <div className="wrap">
          <AdminNav at={links.adminErrors()} />
          <Button aria-disabled={isLoading} onClick={() => !isLoading && reload()}>
            <RefreshIcon />
            {t('Refresh')}
          </Button>
        </div>
      </header>
      <div className={styles.note}>
        <OfflineNote text={t('This is what was last known.')} />
      </div>
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
            key={JSON.stringify(
              paramsOf({ ...filter, q: '', level: 'all', hasTests: true, isServers: false }),
            )}
            filter={filter}
            onChange={setFilter}
          />
          <Found
            page={page}
            filter={filter}
            isCurrent={found.data !== undefined}
            isDesk={isDesk}
            chosen={chosen}
            onChoose={setChosen}
            onChanged={reload}
          />
        </>
      )}
    </div>
  )
}

function Found({
  page,
  filter,
  isCurrent,
  isDesk,
  chosen,
  onChoose,
  onChanged,
}: {
  page: ErrorPage
  filter: ErrorFilter
  isCurrent: boolean
  isDesk: boolean
  chosen: string | null
  onChoose: (id: string | null) => void
  onChanged: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Later pages belong to the first page they continue.
  const [more, setMore] = useState<{ of: ErrorPage; pages: ErrorPage[] } | null>(null)
  const older = more?.of === page ? more.pages : []
  const logs = [page, ...older].flatMap((one) => one.logs)
  const next = (older.at(-1) ?? page).next
  const entry = logs.find(({ id }) => id === chosen) ?? (isDesk ? logs[0] : undefined)
  const shared = {
    onChanged: () => {
      // The pressed button leaves the list with its entry.
      if (filter.state !== 'all') heading.current?.focus()
      onChanged()
    },
  }
  return (
    <div className={`stack ${styles.columns}`} aria-busy={!isCurrent}>
      <ErrorList
        heading={heading}
        logs={logs}
        chosen={entry?.id ?? null}
        isFiltered={
          Object.keys(paramsOf(filter)).some((name) => name !== 'state') || filter.state !== 'all'
        }
        hasMore={next !== null}
        onChoose={onChoose}
        onMore={async () => {
          if (next === null) return
          setMore({ of: page, pages: [...older, await readErrors(filter, next)] })
        }}
      />
      {isDesk && entry && <ErrorPane key={entry.id} entry={entry} {...shared} />}
      {!isDesk && <ErrorSheet entry={entry ?? null} {...shared} onClose={() => onChoose(null)} />}
    </div>
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
  const { error, warning, info } = stats.errorsByLevel
  return (
    <dl className={styles.stats}>
      <Card name={t('Total errors')} value={stats.totalErrors} />
      <Card name={t('Last 24 hours')} value={stats.last24Hours} />
      <Card name={t('Errors')} value={error} level="error" />
      <Card name={t('Warnings')} value={warning} level="warning" />
      <Card name={t('Info')} value={info} level="info" />
    </dl>
  )
}

function Card({ name, value, level }: { name: string; value: number; level?: Level }) {
  return (
    <div className={`card ${styles.stat}`}>
      <dt>
        {level && <span className={`${styles.dot} ${styles[level]}`} />}
        {name}
        {level && <VisuallyHidden> {t('in the last 24 hours')}</VisuallyHidden>}
      </dt>
      <dd className="num">{numberText(value)}</dd>
    </div>
  )
}
