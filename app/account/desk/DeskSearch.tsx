import type { ReactNode } from 'react'

import { useEffect, useState } from 'react'

import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import styles from '../account.module.css'

const SEARCH_AFTER_MS = 300

/** The search of a list of the desk: it waits for a pause in typing. */
export function DeskSearch({
  name,
  label,
  placeholder,
  maxLength,
  from = '',
  onSearch,
  children,
}: {
  /** What is searched. */
  name: string
  label: string
  placeholder: string
  maxLength: number
  /** What it begins with. */
  from?: string
  /** Must be stable. */
  onSearch: (q: string) => void
  /** What narrows it beside the words. */
  children?: ReactNode
}) {
  const [text, setText] = useState(from)
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <div className={styles.form} role="search" aria-label={name}>
      <Field label={label}>
        {(control) => (
          <Input
            {...control}
            type="search"
            placeholder={placeholder}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={maxLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {children && <div className="row">{children}</div>}
    </div>
  )
}
