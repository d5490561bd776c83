import { type FormEvent, useEffect, useState } from 'react'

import { Typed } from '../../forms/Typed.tsx'
import { type ErrorFilter, LEVELS_NAMED, pathOfList } from './errorsData.ts'
import { LEVELS } from '#shared/admin/errorReport.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import styles from './Errors.module.css'
import { inContext, later, type Later, say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ExportCsv } from '../desk/ExportCsv.tsx'
import look from '../desk/Admin.module.css'

const SEARCH_AFTER_MS = 300

const LEVEL_CHOICES = [
  { value: 'all', name: later('All') } as const,
  ...LEVELS.map((value) => ({ value, name: LEVELS_NAMED[value] })),
]

const stateChoices = () =>
  [
    { value: 'open', name: inContext('state', 'Open') },
    { value: 'resolved', name: t('Resolved') },
    { value: 'all', name: t('Both') },
  ] as const

/** Filters of the list; the search is debounced. */
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
        <Typed
          label={t('Search')}
          type="search"
          placeholder={t('Message, page or browser')}
          maxLength={200}
          value={text}
          onType={setText}
        />
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
      <Checkbox
        checked={filter.isServers}
        onChange={(event) => onChange({ ...filter, isServers: event.target.checked })}
      >
        {t('Only of the server itself')}
      </Checkbox>
    </div>
  )
}

type Narrowed = Pick<ErrorFilter, 'user' | 'from' | 'to' | 'build' | 'page'>

const NOTHING: Narrowed = { user: '', from: '', to: '', build: '', page: '' }
const FIELDS: { name: keyof Narrowed; label: Later; type: string; maxLength?: number }[] = [
  { name: 'user', label: later('User'), type: 'text', maxLength: 100 },
  { name: 'from', label: later('From'), type: 'datetime-local' },
  { name: 'to', label: later('To'), type: 'datetime-local' },
  { name: 'build', label: later('Build'), type: 'text', maxLength: 40 },
  { name: 'page', label: later('Address of the page'), type: 'text', maxLength: 200 },
]

/** Filters by user, time, build and page, and the list as a file. */
export function ErrorNarrow({
  filter,
  onChange,
}: {
  filter: ErrorFilter
  onChange: (filter: ErrorFilter) => void
}) {
  const { user, from, to, build, page } = filter
  const [values, setValues] = useState<Narrowed>({ user, from, to, build, page })
  const isNarrowed = [user, from, to, build, page].some((value) => value !== '')

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const commit = values.build.replaceAll(/\W/g, '')
    onChange({ ...filter, ...values, user: values.user.trim(), build: commit })
  }

  return (
    <details className={`${look.fold} ${styles.figures}`} open={isNarrowed}>
      <summary>{t('Narrow by user, time, build or page')}</summary>
      <form className={styles.filters} aria-label={t('Narrow')} onSubmit={handleSubmit}>
        {FIELDS.map(({ name, label, ...input }) => (
          <Typed
            key={name}
            label={say(label)}
            {...input}
            autoCapitalize="none"
            spellCheck={false}
            value={values[name]}
            onType={(text) => setValues({ ...values, [name]: text })}
          />
        ))}
        <Button type="submit" variant="primary">
          {t('Narrow')}
        </Button>
        {isNarrowed && (
          <Button onClick={() => onChange({ ...filter, ...NOTHING })}>{t('Show all again')}</Button>
        )}
        <ExportCsv path={pathOfList(filter)} name="wrenchlist-errors" />
      </form>
    </details>
  )
}
