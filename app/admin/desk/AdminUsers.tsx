import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { usersPage } from '#shared/admin/people.ts'

import { Segments } from '../../ui/controls/Segments.tsx'
import { post } from './adminData.ts'
import { AdminList } from './AdminList.tsx'
import { deskLinks, errorsAt } from './deskLinks.ts'
import { addressWords, roleWords } from './accountWords.ts'
import { usePages } from './usePages.ts'
import { later, t } from '#shared/words/words.ts'

const MAX_SEARCH = 100
const STATES = [
  { value: 'all', name: later('All') },
  { value: 'suspended', name: later('Suspended') },
] as const

/** Accounts by name or address; suspends or reinstates them. */
export function AdminUsers({
  self,
  onDecided,
}: {
  /** The administrator's own name: nobody suspends themselves. */
  self: string
  onDecided: () => void
}) {
  // Other screens link to an account here.
  const sought = new URLSearchParams(useLocation().search).get('q') ?? ''
  const [q, setQ] = useState(sought.slice(0, MAX_SEARCH))
  const [state, setState] = useState<(typeof STATES)[number]['value']>('all')
  const path = `/api/admin/users?${new URLSearchParams({ q, state }).toString()}`
  const from = usePages(path, usersPage, ({ users }) => users)

  return (
    <AdminList
      title={t('People with an account')}
      from={from}
      loading={t('Loading accounts...')}
      empty={[t('No such accounts'), t('Try another name, address or id.')]}
      more="accounts"
      file="accounts"
      onDone={onDecided}
      search={{
        name: t('Accounts'),
        label: t('Find an account'),
        placeholder: t('Username, address, id, or a kit’s id'),
        maxLength: MAX_SEARCH,
        from: q,
        onSearch: setQ,
        children: (
          <Segments
            label={t('Which accounts')}
            choices={STATES}
            chosen={state}
            onChoose={setState}
          />
        ),
      }}
      row={(user, when) => {
        const { username, suspendedAt } = user
        const role = roleWords(user)
        const since = when(user.createdAt)
        const isSuspended = suspendedAt !== null
        const words = isSuspended
          ? t('Since {since}, suspended {suspended}', { since, suspended: when(suspendedAt) })
          : t('Since {since}', { since })
        return {
          key: username,
          title: <Link to={deskLinks.person(user.id)}>{username}</Link>,
          badges: [role !== '' && [role, 'info'], isSuspended && [t('Suspended'), 'bad']],
          text: `${addressWords(user.email, user.isVerified)} ${words}`,
          acts: [
            username !== self &&
              !isSuspended && {
                name: t('Suspend'),
                label: t('Suspend {username}', { username }),
                variant: 'danger',
                question: {
                  title: t('Suspend {username}?', { username }),
                  words: [t('Suspend the account'), t('Suspending...')],
                  needsReason: true,
                  text: t(
                    'Signed out everywhere at once; its kits stay. You can lift it here at any time.',
                  ),
                },
                call: (reason) => post(['users', username], { suspended: true, reason }),
                said: { title: t('Account suspended'), text: username },
              },
            username !== self &&
              isSuspended && {
                name: t('Lift suspension'),
                label: t('Lift suspension of {username}', { username }),
                call: () => post(['users', username], { suspended: false }),
                said: { title: t('Suspension lifted'), text: username },
              },
            {
              name: t('Errors'),
              label: t('Errors of {username}', { username }),
              to: errorsAt({ user: username }),
            },
          ],
        }
      }}
    />
  )
}
