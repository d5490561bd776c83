import type { FormEvent } from 'react'

import { useState } from 'react'

import type { ErrorFilter } from './errorsData.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { ExportCsv } from '../desk/ExportCsv.tsx'
import styles from './Errors.module.css'
import { pathOfList } from './errorsData.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'

type Narrowed = Pick<ErrorFilter, 'user' | 'from' | 'to' | 'build' | 'page'>

const NOTHING: Narrowed = { user: '', from: '', to: '', build: '', page: '' }
const FIELDS: { name: keyof Narrowed; label: Later; type: string; maxLength?: number }[] = [
  { name: 'user', label: later('User'), type: 'text', maxLength: 100 },
  { name: 'from', label: later('From'), type: 'datetime-local' },
  { name: 'to', label: later('To'), type: 'datetime-local' },
  { name: 'build', label: later('Build'), type: 'text', maxLength: 40 },
  { name: 'page', label: later('Address of the page'), type: 'text', maxLength: 200 },
]

/** Whose errors, from when to when, of which build and page; and the list as a file. */
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
    <details className={styles.figures} open={isNarrowed}>
      <summary>{t('Narrow by user, time, build or page')}</summary>
      <form className={styles.filters} aria-label={t('Narrow')} onSubmit={handleSubmit}>
        {FIELDS.map(({ name, label, ...input }) => (
          <Field key={name} label={say(label)}>
            {(control) => (
              <Input
                {...control}
                {...input}
                autoCapitalize="none"
                spellCheck={false}
                value={values[name]}
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              />
            )}
          </Field>
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
