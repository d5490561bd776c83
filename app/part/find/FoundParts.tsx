import { useLocation } from 'react-router-dom'

import type { PartSearch } from '#shared/catalogue/partSearch.ts'
import { say, t } from '#shared/words/words.ts'
import type { Found } from './useFoundParts.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { NoSignalIcon, SlidersIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { useLookingAgain } from '../../ui/browser/useLookingAgain.ts'
import { Facets } from './Facets.tsx'
import styles from './Find.module.css'
import { FAILURES, foundText, narrowedBy } from './findWords.ts'
import { FoundPart } from './FoundPart.tsx'
import { NothingFound } from './NothingFound.tsx'
import { useAddFound } from './useAddFound.ts'
import { useFoundParts } from './useFoundParts.ts'

/** What a search found, and how it may be narrowed: at the desk beside it, on the phone above. */
export function FoundParts(props: {
  search: PartSearch
  onChange: (changes: Partial<PartSearch>) => void
  /** Whether the phone shows the narrowings. */
  isNarrowing: boolean
  onNarrowing: (isNarrowing: boolean) => void
}) {
  const { search, onChange, isNarrowing, onNarrowing } = props
  const { found, isAsking, more, showMore, retry } = useFoundParts(search)
  const isDesk = useIsDesk()
  if (!found) return <Skeleton label={t('Searching parts...')} rows={6} />
  const count = narrowedBy(search)
  return (
    <div className={styles.columns}>
      {isDesk && <Facets search={search} counts={found.counts} onChange={onChange} />}
      <div className={styles.results}>
        {found.failure !== null && <HereOnly failure={found.failure} onRetry={retry} />}
        <div className={styles.head}>
          <p className="muted small" role="status">
            {isAsking ? t('Searching...') : foundText(found)}
          </p>
          {!isDesk && (
            <Button aria-expanded={isNarrowing} onClick={() => onNarrowing(!isNarrowing)}>
              <SlidersIcon />
              {count === 0 ? t('Narrow down') : t('Narrowed down, {count}', { count })}
            </Button>
          )}
        </div>
        {!isDesk && isNarrowing && (
          <Facets search={search} counts={found.counts} onChange={onChange} />
        )}
        <Results
          search={search}
          found={found}
          isAsking={isAsking}
          onChange={onChange}
          onFurther={showMore}
        />
        {found.next !== null && (
          <Button aria-disabled={more === 'asking' || isAsking} onClick={showMore}>
            {more === 'failed' ? t('No answer. Try again') : moreText(found)}
          </Button>
        )}
      </div>
    </div>
  )
}

const moreText = ({ parts }: Found) => (parts.length === 0 ? t('Look further') : t('Show more'))

function Results(props: {
  search: PartSearch
  found: Found
  isAsking: boolean
  onChange: (changes: Partial<PartSearch>) => void
  onFurther: () => void
}) {
  const { search, found, isAsking, onChange } = props
  const { pathname, search: query } = useLocation()
  const { title, isReady, add } = useAddFound()
  if (found.parts.length === 0) {
    return found.next === null && !isAsking ? (
      <NothingFound search={search} found={found} onChange={onChange} />
    ) : null
  }
  return (
    <ul className={`card ${styles.list}`} aria-label={t('Parts found')} aria-busy={isAsking}>
      {found.parts.map((part) => (
        <FoundPart
          key={part.id}
          part={part}
          from={pathname + query}
          tellsFit={search.isAnyFit}
          kit={title}
          isReady={isReady}
          onAdd={() => add(part)}
        />
      ))}
    </ul>
  )
}

function HereOnly({
  failure,
  onRetry,
}: {
  failure: NonNullable<Found['failure']>
  onRetry: () => void
}) {
  useLookingAgain(onRetry)
  return (
    <div className={styles.here} role="status">
      <NoSignalIcon />
      <p className="grow">{say(FAILURES[failure])}</p>
      <Button size="s" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}
