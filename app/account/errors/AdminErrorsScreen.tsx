import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { ErrorFilter, ErrorPage } from './errorsData.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon, RefreshIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { clockTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { AdminDenied } from '../desk/AdminDenied.tsx'
import { AdminNav } from '../desk/AdminNav.tsx'
import { errorsAt } from '../desk/deskLinks.ts'
import { ErrorChart } from './ErrorChart.tsx'
import { ErrorFilters } from './ErrorFilters.tsx'
import { ErrorList } from './ErrorList.tsx'
import { ErrorPane, ErrorSheet } from './ErrorPane.tsx'
import styles from './Errors.module.css'
import { ErrorNarrow } from './ErrorNarrow.tsx'
import { filterIn, paramsOf, readErrors } from './errorsData.ts'
import { ErrorStatCards } from './ErrorStatCards.tsx'
import { isUnanswered, serverWords } from '../failureWords.ts'
import { OfflineNote } from '../FormParts.tsx'
import { useServerData } from '../useServerData.ts'

/** What went wrong on devices and on the server. The server checks each call itself. */
export function AdminErrorsScreen() {
  const account = useAccount()
  if (!account?.isAdmin || account.isExpired) {
    return <AdminDenied isSignedIn={account !== null} from={links.adminErrors()} />
  }
  return <Errors adminId={account.id} />
}

function Errors({ adminId }: { adminId: string }) {
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
  const found = useServerData(`errors:${adminId}:${JSON.stringify(filter)}`, read)
  const { error, isLoading, reload } = found
  // Another filter's list stays until its own is here.
  const page = useLatest(found.data)
  useEffect(() => {
    if (error) toast({ title: t('Error'), text: t('Failed to fetch error logs'), tone: 'error' })
  }, [error])
  return (
    <div className="page">
      <header className={styles.top}>
        <div>
          <h1 tabIndex={-1}>{t('Error monitoring')}</h1>
          {page && <p className="muted small">{t('As of {time}', { time: clockTime(page.at) })}</p>}
        </div>
        <div className={styles.ways}>
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
      {!page && isLoading && <Skeleton label={t('Loading errors...')} rows={5} />}
      {!page && !isLoading && <Failure error={error} onRetry={reload} />}
      {page && (
        <>
          <ErrorStatCards stats={page.stats} />
          <ErrorChart stats={page.stats} />
          <ErrorFilters filter={filter} onChange={setFilter} />
          <ErrorNarrow
            // Another address has other fields.
            key={JSON.stringify(paramsOf({ ...filter, q: '', level: 'all', hasTests: true }))}
            filter={filter}
            onChange={setFilter}
          />
          <Found
            page={page}
            filter={filter}
            isCurrent={found.data !== undefined}
            isDesk={isDesk}
            adminId={adminId}
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
  adminId,
  chosen,
  onChoose,
  onChanged,
}: {
  page: ErrorPage
  filter: ErrorFilter
  isCurrent: boolean
  isDesk: boolean
  adminId: string
  chosen: string | null
  onChoose: (id: string | null) => void
  onChanged: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Pages more belong to the list they were asked for.
  const [more, setMore] = useState<{ of: ErrorPage; pages: ErrorPage[] } | null>(null)
  const older = more?.of === page ? more.pages : []
  const logs = [page, ...older].flatMap((one) => one.logs)
  const next = (older.at(-1) ?? page).next
  const entry = logs.find(({ id }) => id === chosen) ?? (isDesk ? logs[0] : undefined)
  const shared = {
    adminId,
    onChanged: () => {
      // What leaves the list takes the button that was pressed along.
      if (filter.state !== 'all') heading.current?.focus()
      onChanged()
    },
  }
  return (
    <div className={styles.columns} aria-busy={!isCurrent}>
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

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState
      role="alert"
      mark={<CircleAlertIcon />}
      title={t('Failed to fetch error logs')}
      text={
        isUnanswered(error)
          ? t('Please check your connection and try again')
          : serverWords(error, t('The server answered, but not with a list.'))
      }
      action={<Button onClick={onRetry}>{t('Try again')}</Button>}
    />
  )
}

/** The last value there was. */
function useLatest<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}
