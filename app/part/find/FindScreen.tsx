import { useState } from 'react'

import { isSearching, MAX_SEARCH, searchTitle } from '#shared/catalogue/partSearch.ts'
import { t } from '#shared/words/words.ts'
import { useTitle } from '../../ui/browser/useTitle.ts'
import styles from './Find.module.css'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { FoundParts } from './FoundParts.tsx'
import { SearchFor } from './SearchFor.tsx'
import { Starts } from './Starts.tsx'
import { useSearchAddress } from './useSearchAddress.ts'

export { readFirst } from './useFoundParts.ts'

/** Parts of the catalogue by car, task, words, brand and number. The address has the whole search. */
export function FindScreen() {
  const { search, text, setText, writeWords, change } = useSearchAddress()
  const [isNarrowing, setNarrowing] = useState(false)
  const hasSearch = isSearching(search)
  useTitle(hasSearch ? searchTitle(search) : t('Find parts'))
  return (
    <div className={`page ${styles.screen}`}>
      <h1>{t('Find parts')}</h1>
      <SearchField
        label={t('Search parts')}
        placeholder={t('Part, brand or number')}
        maxLength={MAX_SEARCH}
        text={text}
        onText={setText}
        onSubmit={writeWords}
      />
      <SearchFor search={search} onChange={change} />
      {hasSearch ? (
        <FoundParts
          search={search}
          onChange={change}
          isNarrowing={isNarrowing}
          onNarrowing={setNarrowing}
        />
      ) : (
        <Starts onChange={change} />
      )}
    </div>
  )
}
