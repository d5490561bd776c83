import { memo } from 'react'

import { later, many, t } from '#shared/words/words.ts'
import { useKitIndex } from '../kits/index/kitIndex.ts'
import { listKits } from '../kits/open/listedKit.ts'
import { Segments } from '../ui/controls/Segments.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { countWords } from './countWords.ts'
import { KitList } from './KitList.tsx'
import styles from './Kits.module.css'
import { ListEnd } from './ListEnd.tsx'
import { NoKits } from './NoKits.tsx'
import { Refreshed } from './Refreshed.tsx'
import { useKitRows } from './useKitRows.ts'

const FILTERS = [
  { value: 'all', name: later('All') },
  { value: 'mine', name: later('Mine') },
] as const

interface KitResultsProps {
  query: string
  isMineOnly: boolean
  onChange: (changes: { query?: string; isMineOnly?: boolean }) => void
}

/** What a search has found, or why there is nothing. */
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
  // Where no kit has a name, what was begun is not hidden behind a press.
  const isBare = hasNone && words.length === 0 && !isMineOnly
  const drafts = isBare ? listKits(index.kits, true) : []
  return (
    <>
      <div className={styles.facts}>
        <div className={styles.words}>
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
      {drafts.length > 0 && (
        <section className={styles.drafts} aria-labelledby="drafts">
          <h2 id="drafts">{many(drafts.length, 'Your {count} draft', 'Your {count} drafts')}</h2>
          <KitList kits={{ ...kits, rows: drafts }} listKey="drafts" />
        </section>
      )}
      {hasNone && (
        <NoKits
          isSearch={words.length > 0}
          isMineOnly={isMineOnly}
          hasDrafts={drafts.length > 0}
          server={server}
          onClear={() => onChange({ query: '' })}
        />
      )}
      {hasRows && <KitList kits={kits} listKey={`${isMineOnly} ${words.join(' ')}`} />}
      {hasRows && <ListEnd server={server} isSearch={words.length > 0} isMineOnly={isMineOnly} />}
    </>
  )
})
