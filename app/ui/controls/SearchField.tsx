import { useRef } from 'react'

import { t } from '#shared/words/words.ts'
import { CloseIcon, SearchIcon } from '../blocks/icons.tsx'
import { IconButton } from './IconButton.tsx'
import { Input } from './Input.tsx'
import styles from './SearchField.module.css'

interface SearchFieldProps {
  label: string
  placeholder: string
  maxLength: number
  text: string
  onText: (text: string) => void
  onSubmit?: () => void
}

/** Field of a search screen, with results below. */
export function SearchField({ label, text, onText, onSubmit, ...props }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
        // The results are behind the phone's keyboard.
        field.current?.blur()
      }}
    >
      <SearchIcon />
      <Input
        {...props}
        ref={field}
        type="search"
        aria-label={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={({ target }) => onText(target.value)}
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
