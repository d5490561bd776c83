import { useLocation } from 'react-router-dom'

import type { PartSummary } from '#shared/catalogue/part.ts'
import type { AddedOffer } from '../../data/kits/index/addToKit.ts'

import { say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { NoSignalIcon, SlidersIcon, PlusIcon, SearchIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { useLookingAgain } from '../../ui/browser/useLookingAgain.ts'
import { Facets } from './Facets.tsx'
import styles from './Find.module.css'
import { FAILURES, foundText, narrowedBy, byHand } from './findWords.ts'
import { FoundPart } from './FoundPart.tsx'
import { type Found, useFoundParts } from './useFoundParts.ts'
import { isOffered, standOffers } from '#shared/catalogue/offer.ts'
import { keepOffers, readParts } from '../../data/prices/parts.ts'
import { useAddToKit } from '../useAddToKit.ts'
import { hasVehicle, type PartSearch, searchedVehicle } from '#shared/catalogue/partSearch.ts'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'

/** Results with their filters: beside them at the desk, above on the phone. */
export function FoundParts(props: {
  search: PartSearch
  onChange: (changes: Partial<PartSearch>) => void
  /** Whether the phone shows the filters. */
  isNarrowing: boolean
  onNarrowing: (isNarrowing: boolean) => void
}) {
  const { search, onChange, isNarrowing, onNarrowing } = props
  const { found, isAsking, more, showMore, retry } = useFoundParts(search)
  const isDesk = useIsDesk()
  if (!found) return <Skeleton label={t('Searching parts...')} rows={6} />
  const count = narrowedBy(search)
  return (
    <div className={`stack ${styles.columns}`}>
      {isDesk && <Facets search={search} counts={found.counts} onChange={onChange} />}
      <div className={`stack ${styles.results}`}>
        {found.failure !== null && <HereOnly failure={found.failure} onRetry={retry} />}
        <div className={`row wrap between ${styles.head}`}>
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
  const { title, isReady, add } = useAddToKit()
  if (found.parts.length === 0) {
    return found.next === null && !isAsking ? (
      <NothingFound search={search} found={found} onChange={onChange} />
    ) : null
  }
  return (
    <ul className="card clip lined" aria-label={t('Parts found')} aria-busy={isAsking}>
      {found.parts.map((part) => (
        <FoundPart
          key={part.id}
          part={part}
          from={pathname + query}
          tellsFit={search.isAnyFit}
          kit={title}
          isReady={isReady}
          onAdd={() => add(part, bestOffer(part))}
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
    <div className="row caution doubtful" role="status">
      <NoSignalIcon />
      <p className="grow">{say(FAILURES[failure])}</p>
      <Button size="s" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}

/** Longest wait for a price: the part is added without one then. */
const MOST_MS = 2_000

/** Best offer of a result, which is added with its price, as its page does. */
async function bestOffer({ partNumber, brand }: PartSummary): Promise<AddedOffer | undefined> {
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, MOST_MS))
    await Promise.race([ask(partNumber, brand), late]).catch(() => undefined)
    const [row] = await readParts(partNumber, brand)
    const [best] = row ? standOffers(row.prices, row.merchants, Date.now()) : []
    return best && isOffered(best.standing) ? best.offer : undefined
  } catch {
    // Even if the store cannot be read.
    return undefined
  }
}

/** Caches the part, which is then known offline too. */
async function ask(partNumber: string, brand: string): Promise<void> {
  const { askOffers } = await import('../../data/prices/askParts.ts')
  await keepOffers(await askOffers([{ partNumber, brand }]))
}

/** Suggestions: fewer filters, another spelling, or a line by hand. */
function NothingFound(props: {
  search: PartSearch
  found: Found
  onChange: (changes: Partial<PartSearch>) => void
}) {
  const { search, found, onChange } = props
  const { q, brands, min, max, isInStock, isAnyFit } = search
  const { title, isReady, add } = useAddToKit()
  const isNarrowed = brands.length > 0 || min !== null || max !== null || isInStock
  const isForCar = hasVehicle(search) && !isAnyFit
  return (
    <EmptyState
      mark={<SearchIcon />}
      title={
        found.failure === null ? t('No part has all of this') : t('This device knows no such part')
      }
      text={t(
        'Try fewer words, another spelling or brand, or the number as it is printed on the part.',
      )}
      action={
        <div className={`wrap ${styles.helps}`}>
          {isNarrowed && (
            <Button
              onClick={() => onChange({ brands: [], min: null, max: null, isInStock: false })}
            >
              {t('Any brand, price and stock')}
            </Button>
          )}
          {isForCar && (
            <Button onClick={() => onChange({ isAnyFit: true })}>
              {t('Not only for {vehicle}', { vehicle: searchedVehicle(search) })}
            </Button>
          )}
          {q !== '' && (
            <Button
              aria-disabled={!isReady}
              onClick={() => add({ ...byHand(q), brand: brands[0] ?? '' })}
            >
              <PlusIcon />
              <span className="ellipsis">
                {title
                  ? t('Add “{q}” by hand to {kit}', { q, kit: title })
                  : t('Add “{q}” by hand to a kit', { q })}
              </span>
            </Button>
          )}
        </div>
      }
    />
  )
}
