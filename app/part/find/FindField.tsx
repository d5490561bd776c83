import { useRef } from 'react'

import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { t } from '#shared/words/words.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { CloseIcon, SearchIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import styles from './Find.module.css'

export function FindField(props: {
  text: string
  onText: (text: string) => void
  onSubmit: () => void
}) {
  const { text, onText, onSubmit } = props
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      className={styles.field}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
        // What was found is below the phone's keyboard.
        field.current?.blur()
      }}
    >
      <SearchIcon />
      <Input
        ref={field}
        type="search"
        aria-label={t('Search parts')}
        placeholder={t('Part, brand or number')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={MAX_SEARCH}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {text !== '' && (
        <IconButton
          label={t('Clear search')}
          className={styles.clear}
          onClick={() => {
            onText('')
            field.current?.focus()
          }}
        >
          <CloseIcon />
        </IconButton>
      )}
    </form>
  )
}
