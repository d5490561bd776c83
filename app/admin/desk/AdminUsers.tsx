import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { type ListedUser, usersPage } from '#shared/admin/people.ts'

import { callApi } from '../../data/api/api.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { AdminSection } from './AdminSection.tsx'
import { deskLinks, errorsAt } from './deskLinks.ts'
import { DeskSearch } from './DeskSearch.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { useDecision } from '../../forms/useDecision.ts'
import { MoreAndFile } from './MoreAndFile.tsx'
import { addressWords, roleWords } from './accountWords.ts'
import { usePages } from './usePages.ts'
import { later, t } from '#shared/words/words.ts'

const MAX_SEARCH = 100
const STATES = [
  { value: 'all', name: later('All') },
  { value: 'suspended', name: later('Suspended') },
] as const

type UserState = (typeof STATES)[number]['value']

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
  const [state, setState] = useState<UserState>('all')
  const pages = usePages(
    `/api/admin/users?${new URLSearchParams({ q, state }).toString()}`,
    usersPage,
    ({ users }) => users,
  )
  const { asked, ask, decide, isBusy, failure, question } = useDecision<ListedUser>(() => {
    pages.list.reload()
    onDecided()
  })

  async function suspend({ username }: ListedUser, suspended: boolean, reason = '') {
    const path = `/api/admin/users/${encodeURIComponent(username)}`
    const title = suspended ? t('Account suspended') : t('Suspension lifted')
    const body = { suspended, ...(reason && { reason }) }
    await decide(() => callApi('POST', path, body), { title, text: username })
  }

  return (
    <section className={styles.form}>
      <DeskSearch
        name={t('Accounts')}
        label={t('Find an account')}
        placeholder={t('Username, address, id, or a kit’s id')}
        maxLength={MAX_SEARCH}
        from={q}
        onSearch={setQ}
      >
        <Segments label={t('Which accounts')} choices={STATES} chosen={state} onChoose={setState} />
      </DeskSearch>
      <AdminSection
        title={t('People with an account')}
        from={pages.list}
        loading={t('Loading accounts...')}
        count={0}
        empty={{ title: t('No such accounts'), text: t('Try another name, address or id.') }}
        after={
          <>
            <MoreAndFile of="accounts" pages={pages} file="accounts" />
            {failure !== undefined && <FormResult text={failure} />}
          </>
        }
      >
        {(users) =>
          users.map((user) => (
            <UserRow
              key={user.username}
              user={user}
              isBusy={isBusy}
              isSelf={user.username === self}
              onSuspend={() => ask(user)}
              onLift={() => void suspend(user, false)}
            />
          ))
        }
      </AdminSection>
      <AdminConfirm
        {...question}
        title={t('Suspend {username}?', { username: asked?.username ?? '' })}
        words={{ idle: t('Suspend the account'), busy: t('Suspending...') }}
        needsReason
        onConfirm={(reason) => asked && void suspend(asked, true, reason)}
      >
        <p>
          {t('Signed out everywhere at once; its kits stay. You can lift it here at any time.')}
        </p>
      </AdminConfirm>
    </section>
  )
}

function UserRow({
  user,
  isBusy,
  isSelf,
  onSuspend,
  onLift,
}: {
  user: ListedUser
  isBusy: boolean
  isSelf: boolean
  onSuspend: () => void
  onLift: () => void
}) {
  const now = useNow()
  const { id, username, email, isVerified, suspendedAt, createdAt } = user
  const role = roleWords(user)
  const since = dayAndTime(Date.parse(createdAt), now)
  return (
    <li className={styles.item}>
      <div className={styles.rowTitle}>
        <Link to={deskLinks.person(id)}>{username}</Link>
        {role && <Badge tone="info">{role}</Badge>}
        {suspendedAt !== null && <Badge tone="bad">{t('Suspended')}</Badge>}
      </div>
      <div className="muted small">
        {addressWords(email, isVerified)}{' '}
        {suspendedAt === null
          ? t('Since {since}', { since })
          : t('Since {since}, suspended {suspended}', {
              since,
              suspended: dayAndTime(Date.parse(suspendedAt), now),
            })}
      </div>
      <div className={styles.itemActions}>
        {!isSelf &&
          (suspendedAt === null ? (
            <Button
              variant="danger"
              aria-label={t('Suspend {username}', { username })}
              onClick={onSuspend}
            >
              {t('Suspend')}
            </Button>
          ) : (
            <Button
              aria-disabled={isBusy}
              aria-label={t('Lift suspension of {username}', { username })}
              onClick={onLift}
            >
              {t('Lift suspension')}
            </Button>
          ))}
        <LinkButton
          to={errorsAt({ user: username })}
          aria-label={t('Errors of {username}', { username })}
        >
          {t('Errors')}
        </LinkButton>
      </div>
    </li>
  )
}
