import { memo } from 'react'
import { type KitRows, useKitRows } from './useKitRows.ts'
import { later, t, many } from '#shared/words/words.ts'
import { useKitIndex } from '../data/kits/index/kitIndex.ts'
import { Segments } from '../ui/controls/Segments.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { KitList } from './KitList.tsx'
import styles from './Kits.module.css'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { RefreshIcon, NoSignalIcon, SearchIcon } from '../ui/blocks/icons.tsx'
import { dayAndTime } from '../ui/text/time.ts'
import { useNow } from '../ui/browser/useNow.ts'
import { links } from '#shared/links.ts'
import { useLiveQuery } from '../data/device/useLiveQuery.ts'
import { useAccount } from '../data/device/account.ts'
import { isEverRead } from '../data/sync/receive/cursors.ts'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/blocks/EmptyState.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { WitnessMark } from '../ui/blocks/WitnessMark.tsx'
import { useSync } from '../data/device/syncState.ts'

const FILTERS = [
  { value: 'mine', name: later('Mine') },
  { value: 'all', name: later('Everybody’s') },
] as const

interface KitResultsProps {
  query: string
  isMineOnly: boolean
  onChange: (changes: { query?: string; isMineOnly?: boolean }) => void
}

/** Results of a search, or why there are none. */
export const KitResults = memo(function KitResults({
  query,
  isMineOnly,
  onChange,
}: KitResultsProps) {
  const index = useKitIndex()
  const kits = useKitRows(index, query, isMineOnly)
  const { rows, here, total, words, server } = kits
  const hasRows = rows.length > 0
  const isSearching = index.read !== 'all' || server.status === 'asking'
  const count = { shown: rows.length, here, total, hasMore: server.hasMore, isSearching }
  const hasNone = !hasRows && !isSearching
  return (
    <>
      <div className={`row between ${styles.facts}`}>
        <div className={`breaks ${styles.words}`}>
          <p className="muted small num" role="status">
            {hasRows && countWords({ ...count, query: query.trim() })}
          </p>
          <Refreshed server={server} />
        </div>
        <Segments
          label={t('Which kits')}
          choices={FILTERS}
          chosen={isMineOnly ? 'mine' : 'all'}
          onChoose={(value) => onChange({ isMineOnly: value === 'mine' })}
        />
      </div>
      {!hasRows && isSearching && <Skeleton label={t('Loading kits...')} rows={3} />}
      {hasNone && (
        <NoKits
          isSearch={words.length > 0}
          isMineOnly={isMineOnly}
          server={server}
          onClear={() => onChange({ query: '' })}
          onEverybody={() => onChange({ isMineOnly: false })}
        />
      )}
      {hasRows && <KitList kits={kits} listKey={`${isMineOnly} ${words.join(' ')}`} />}
      {hasRows && <ListEnd server={server} isSearch={words.length > 0} isMineOnly={isMineOnly} />}
    </>
  )
})

/** Age of the server's answer, and a button to ask again. */
function Refreshed({ server }: { server: KitRows['server'] }) {
  const now = useNow()
  if (server.at === 0) return null
  return (
    <div className={`row ${styles.refreshed}`}>
      <span className="muted small num">
        {t('Refreshed {time}', { time: dayAndTime(server.at, Math.max(now, server.at)) })}
      </span>
      <IconButton label={t('Refresh')} onClick={server.ask} disabled={server.status === 'asking'}>
        <RefreshIcon />
      </IconButton>
    </div>
  )
}

interface Count {
  shown: number
  here: number
  /** Count of all kits, null for unknown. */
  total: number | null
  hasMore: boolean
  /** More may arrive without a press. */
  isSearching: boolean
  query: string
}

/** "8 kits, 6 saved for offline use", or for a search "4 of 8 kits match “audi”". */
export function countWords(count: Count): string {
  const { shown, here, hasMore } = count
  if (count.query === '') {
    const kits = hasMore
      ? t('{shown}+ kits', { shown })
      : many(shown, '{count} kit', '{count} kits')
    return shown === here ? kits : t('{kits}, {here} saved for offline use', { kits, here })
  }
  const found = foundWords(count)
  return count.isSearching ? t('{found} so far', { found }) : found
}

function foundWords({ shown, total, hasMore, query }: Count): string {
  if (hasMore) return t('{shown}+ kits match “{query}”', { shown, query })
  if (total === null || total < shown) {
    return many(shown, '{count} kit matches “{query}”', '{count} kits match “{query}”', { query })
  }
  if (total === 1)
    return many(shown, '{count} of 1 kit matches “{query}”', '{count} of 1 kit match “{query}”', {
      query,
    })
  return many(
    shown,
    '{count} of {total} kits matches “{query}”',
    '{count} of {total} kits match “{query}”',
    { query, total },
  )
}

interface NoKitsProps {
  isSearch: boolean
  isMineOnly: boolean
  server: KitRows['server']
  onClear: () => void
  onEverybody: () => void
}

/** Shown without kits, with the reason. */
function NoKits({ isSearch, isMineOnly, server, onClear, onEverybody }: NoKitsProps) {
  const account = useAccount()
  const isKnown = useLiveQuery(() => isEverRead())
  const isFailed = server.status === 'failed' && server.at === 0
  useLookingAgain(isFailed && !isSearch ? server.ask : undefined)
  if (isSearch)
    return (
      <>
        <EmptyState
          mark={<SearchIcon />}
          title={t('No matching kits')}
          text={t('Try different search terms or clear the search to see all kits')}
          action={
            <span className="row wrap">
              <Button onClick={onClear}>{t('Clear search')}</Button>
              {isMineOnly && <Button onClick={onEverybody}>{t('Search everybody’s kits')}</Button>}
            </span>
          }
        />
        <ListEnd server={server} isSearch isMineOnly={isMineOnly} />
      </>
    )
  if (!isMineOnly && isFailed)
    return (
      <EmptyState
        mark={<NoSignalIcon />}
        title={t('Failed to load kits')}
        text={t('Please check your connection and try again')}
        role="alert"
        action={<Button onClick={server.ask}>{t('Try again')}</Button>}
      />
    )
  // Only the server knows whether an account has kits.
  if (account && isKnown === false)
    return (
      <EmptyState
        mark={<WitnessMark state="waiting" />}
        title={t('Your kits are not here yet')}
        text={t('They come from the server as soon as there is a signal.')}
      />
    )
  return (
    <EmptyState
      mark={<WitnessMark state="device" />}
      title={t('No kits yet')}
      text={t('Create your first kit using the Builder tab')}
      action={
        <LinkButton variant="primary" to={links.builder()}>
          {t('Build a Kit')}
        </LinkButton>
      }
    />
  )
}

/** End of the list: more from the server, or why there is none. */
function ListEnd({
  server,
  isSearch,
  isMineOnly,
}: {
  server: KitRows['server']
  isSearch: boolean
  isMineOnly: boolean
}) {
  const isOffline = useSync((state) => !state.isOnline)
  const { status, hasMore, mayAskByItself, ask, askMore } = server
  useLookingAgain(status === 'failed' ? ask : undefined)
  // Own kits come with every sync, so this failure does not matter.
  if (status === 'failed' && isMineOnly) return null
  if (status === 'failed')
    return (
      <div className={`row wrap between ${styles.end}`}>
        <p className="muted small" role="status">
          {isOffline ? t('No signal.') : t('The server does not answer.')}{' '}
          {isSearch ? t('Only what this device knows was searched.') : t('There may be more kits.')}
        </p>
        <Button onClick={hasMore ? askMore : ask}>{t('Try again')}</Button>
      </div>
    )
  if (status === 'asking')
    return (
      <div className={`row wrap between ${styles.end}`}>
        <output className="muted small">
          {isSearch ? t('Searching...') : t('Loading kits...')}
        </output>
      </div>
    )
  if (!hasMore || mayAskByItself) return null
  return (
    <div className={`row wrap between ${styles.end}`}>
      <Button onClick={askMore}>{t('Show more')}</Button>
    </div>
  )
}
