import { useRef } from 'react'

import { IconButton } from '../ui/controls/IconButton.tsx'
import { CloseIcon, SearchIcon } from '../ui/blocks/icons.tsx'
import { Input } from '../ui/controls/Input.tsx'
import styles from './Kits.module.css'
import { t } from '#shared/words/words.ts'

/** As much as the server reads of a search. */
const MAX_QUERY = 200

export function KitSearch({
  query,
  onChange,
}: {
  query: string
  onChange: (changes: { query: string }) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        // What was found is below the phone's keyboard.
        field.current?.blur()
      }}
    >
      <SearchIcon />
      <Input
        ref={field}
        type="search"
        aria-label={t('Search kits')}
        placeholder={t('Search kits by vehicle, task, or kit name...')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_QUERY}
        value={query}
        onChange={(event) => onChange({ query: event.target.value })}
      />
      {query !== '' && (
        <IconButton
          label={t('Clear search')}
          className={styles.clear}
          onClick={() => {
            onChange({ query: '' })
            field.current?.focus()
          }}
        >
          <CloseIcon />
        </IconButton>
      )}
    </form>
  )
}
