import { Typed } from '../../forms/Typed.tsx'

import { type ReactNode, useEffect, useState } from 'react'

import styles from '../../forms/forms.module.css'

const SEARCH_AFTER_MS = 300

/** Search of a desk list, debounced. */
export function DeskSearch({
  name,
  label,
  placeholder,
  maxLength,
  from = '',
  onSearch,
  children,
}: {
  /** Name of the field. */
  name: string
  label: string
  placeholder: string
  maxLength: number
  /** Initial text. */
  from?: string
  /** Must be stable. */
  onSearch: (q: string) => void
  /** Further filters. */
  children?: ReactNode
}) {
  const [text, setText] = useState(from)
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <div className={styles.form} role="search" aria-label={name}>
      <Typed
        label={label}
        type="search"
        placeholder={placeholder}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        value={text}
        onType={setText}
      />
      {children && <div className="row">{children}</div>}
    </div>
  )
}
