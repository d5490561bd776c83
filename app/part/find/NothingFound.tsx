import type { PartSearch } from '#shared/catalogue/partSearch.ts'
import type { Found } from './useFoundParts.ts'

import { hasVehicle, searchedVehicle } from '#shared/catalogue/partSearch.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { PlusIcon, SearchIcon } from '../../ui/blocks/icons.tsx'
import { useAddToKit } from '../useAddToKit.ts'
import styles from './Find.module.css'
import { byHand } from './findWords.ts'

/** What may help: less to ask for, another way to write it, or a line by hand. */
export function NothingFound(props: {
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
        <div className={styles.helps}>
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
