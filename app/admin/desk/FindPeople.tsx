import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { usersPage } from '#shared/admin/people.ts'
import { later, t } from '#shared/words/words.ts'
import styles from '../../forms/forms.module.css'
import { Segments } from '../../ui/controls/Segments.tsx'
import { addressWords, roleWords } from './accountWords.ts'
import { deskLinks } from './adminData.ts'
import { AdminList } from './AdminList.tsx'
import { DeskSearch } from './DeskSearch.tsx'
import { usePages } from './usePages.ts'

const MAX_SEARCH = 100
const STATES = [
  { value: 'all', name: later('All') },
  { value: 'suspended', name: later('Suspended') },
] as const

type State = (typeof STATES)[number]['value']

/** Accounts by name, address or id, each with a page of its own; nobody is listed unasked. */
export function FindPeople() {
  // Other screens link to an account here.
  const sought = new URLSearchParams(useLocation().search).get('q') ?? ''
  const [q, setQ] = useState(sought.slice(0, MAX_SEARCH))
  const [state, setState] = useState<State>('all')
  return (
    <section className={styles.form}>
      <DeskSearch
        name={t('People')}
        label={t('Find an account')}
        placeholder={t('Username, address, id, or a kit’s id')}
        maxLength={MAX_SEARCH}
        from={q}
        onSearch={setQ}
      >
        <Segments label={t('Which accounts')} choices={STATES} chosen={state} onChoose={setState} />
      </DeskSearch>
      {(q !== '' || state !== 'all') && <Found q={q} state={state} />}
    </section>
  )
}

function Found({ q, state }: { q: string; state: State }) {
  const path = `/api/admin/users?${new URLSearchParams({ q, state }).toString()}`
  return (
    <AdminList
      title={t('People with an account')}
      from={usePages(path, usersPage, ({ users }) => users)}
      empty={t('No such accounts')}
      look="entry"
      row={(user, when) => {
        const role = roleWords(user)
        const since = when(user.createdAt)
        const words =
          user.suspendedAt === null
            ? t('Since {since}', { since })
            : t('Since {since}, suspended {suspended}', {
                since,
                suspended: when(user.suspendedAt),
              })
        return {
          key: user.id,
          title: <Link to={deskLinks.person(user.id)}>{user.username}</Link>,
          badges: [
            role !== '' && [role, 'info'],
            user.suspendedAt !== null && [t('Suspended'), 'bad'],
          ],
          text: `${addressWords(user.email, user.isVerified)} ${words}`,
        }
      }}
    />
  )
}
