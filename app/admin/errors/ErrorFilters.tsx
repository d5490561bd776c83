import { useCallback } from 'react'

import { LEVELS } from '#shared/admin/errorReport.ts'
import { inContext, later, t } from '#shared/words/words.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { type AdminField, AdminForm } from '../desk/AdminForm.tsx'
import { Fold } from '../desk/AdminList.tsx'
import { DeskSearch } from '../desk/DeskSearch.tsx'
import { type ErrorFilter, LEVELS_NAMED } from './errorsData.ts'

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

interface Filtering {
  filter: ErrorFilter
  onChange: (filter: ErrorFilter) => void
}

/** Filters of the list, that by words first. */
export function ErrorFilters({ filter, onChange }: Filtering) {
  const handleSearch = useCallback(
    (q: string) => q !== filter.q && onChange({ ...filter, q }),
    [filter, onChange],
  )
  return (
    <DeskSearch
      name={t('Errors')}
      label={t('Search')}
      placeholder={t('Message, page or browser')}
      maxLength={200}
      from={filter.q}
      onSearch={handleSearch}
    >
      <div className="row wrap">
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
    </DeskSearch>
  )
}

const NOTHING = { user: '', from: '', to: '', build: '', page: '' }

const exact = (label: string, max: number): AdminField => ({
  label,
  max,
  problemOf: () => '',
  input: { autoCapitalize: 'none', spellCheck: false },
})
const time = (label: string): AdminField => ({
  label,
  problemOf: () => '',
  input: { type: 'datetime-local' },
})

/** Filters by user, time, build and page. */
export function ErrorNarrow({ filter, onChange }: Filtering) {
  const { user, from, to, build, page } = filter
  const initial = { user, from, to, build, page }
  const isNarrowed = Object.values(initial).some((value) => value !== '')
  return (
    <Fold name={t('Narrow by user, time, build or page')} isOpen={isNarrowed}>
      <AdminForm
        aria-label={t('Narrow')}
        hasColumns
        initial={initial}
        fields={() => ({
          user: exact(t('User'), 100),
          from: time(t('From')),
          to: time(t('To')),
          build: exact(t('Build'), 40),
          page: exact(t('Address of the page'), 200),
        })}
        submit={[t('Narrow')]}
        {...(isNarrowed && { cancel: t('Show all again') })}
        send={async (typed) => {
          const commit = typed.build.replaceAll(/\W/g, '')
          onChange({ ...filter, ...typed, user: typed.user.trim(), build: commit })
        }}
        onCancel={() => onChange({ ...filter, ...NOTHING })}
      />
    </Fold>
  )
}
