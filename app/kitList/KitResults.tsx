import { memo } from 'react'

import { later, t } from '#shared/words/words.ts'
import { useKitIndex } from '../kits/index/kitIndex.ts'
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
  { value: 'mine', name: later('Mine') },
  { value: 'all', name: later('Everybody’s') },
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
