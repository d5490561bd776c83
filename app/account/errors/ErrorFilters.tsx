import { useEffect, useState } from 'react'

import type { ErrorFilter } from './errorsData.ts'

import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import styles from './Errors.module.css'
import { inContext, later, t } from '#shared/words/words.ts'

const SEARCH_AFTER_MS = 300

const LEVEL_CHOICES = [
  { value: 'all', name: later('All') },
  { value: 'error', name: later('Errors') },
  { value: 'warning', name: later('Warnings') },
  { value: 'info', name: later('Info') },
] as const

const stateChoices = () =>
  [
    { value: 'open', name: inContext('state', 'Open') },
    { value: 'resolved', name: t('Resolved') },
    { value: 'all', name: t('Both') },
  ] as const

/** Which of the errors are listed; the search waits for a pause in typing. */
export function ErrorFilters({
  filter,
  onChange,
}: {
  filter: ErrorFilter
  onChange: (filter: ErrorFilter) => void
}) {
  const [text, setText] = useState(filter.q)
  useEffect(() => {
    const q = text.trim()
    if (q === filter.q) return
    const timer = setTimeout(() => onChange({ ...filter, q }), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, filter, onChange])
  return (
    <div className={styles.filters} role="search" aria-label={t('Errors')}>
      <div className={styles.search}>
        <Field label={t('Search')}>
          {(control) => (
            <Input
              {...control}
              type="search"
              placeholder={t('Message, page or browser')}
              maxLength={200}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Segments
        label={t('Level')}
        choices={LEVEL_CHOICES}
        chosen={filter.level}
        onChoose={(level) => onChange({ ...filter, level })}
      />
      <Segments
        label={t('State')}
        choices={stateChoices()}
        chosen={filter.state}
        onChoose={(state) => onChange({ ...filter, state })}
      />
      <Checkbox
        checked={filter.hasTests}
        onChange={(event) => onChange({ ...filter, hasTests: event.target.checked })}
      >
        {t('With tests')}
      </Checkbox>
    </div>
  )
}
