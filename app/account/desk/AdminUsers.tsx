import { useCallback, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { ListedUser, UsersPage } from '#shared/desk/people.ts'

import { callApi } from '../../api/api.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../account.module.css'
import { AdminConfirm } from './AdminConfirm.tsx'
import { readUsers, usersFile } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { deskLinks, errorsAt } from './deskLinks.ts'
import { DeskSearch } from './DeskSearch.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { addressWords } from './addressWords.ts'
import { MoreAndFile } from './MoreAndFile.tsx'
import { usePages } from './usePages.ts'
import { later, t } from '#shared/words/words.ts'

const MAX_SEARCH = 100
const STATES = [
  { value: 'all', name: later('All') },
  { value: 'suspended', name: later('Suspended') },
] as const

const usersOf = ({ users }: UsersPage) => users

type UserState = (typeof STATES)[number]['value']

/** Who has an account, found by name or address; keeps somebody out, or lets them in again. */
export function AdminUsers({
  adminId,
  self,
  onDecided,
}: {
  adminId: string
  /** The administrator's own name: nobody suspends themselves. */
  self: string
  onDecided: () => void
}) {
  // Another screen may have sent somebody to an account.
  const sought = new URLSearchParams(useLocation().search).get('q') ?? ''
  const [q, setQ] = useState(sought.slice(0, MAX_SEARCH))
  const [state, setState] = useState<UserState>('all')
  const read = useCallback((after?: string) => readUsers({ q, state }, after), [q, state])
  const pages = usePages(`users:${adminId}:${state}:${q}`, read, usersOf)
  const [asked, setAsked] = useState<ListedUser | null>(null)
  const { run, isBusy, failure } = useAction(t('This could not be done. Please try again.'))

  async function suspend({ username }: ListedUser, suspended: boolean, reason = '') {
    const path = `/api/admin/users/${encodeURIComponent(username)}`
    if (!(await run(() => callApi('POST', path, { suspended, ...(reason && { reason }) })))) return
    setAsked(null)
    toast({ title: suspended ? t('Account suspended') : t('Suspension lifted'), text: username })
    pages.list.reload()
    onDecided()
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
            <MoreAndFile of="accounts" {...pages} file={usersFile({ q, state })} />
            {!asked && <FormResult text={failure} />}
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
              onSuspend={() => setAsked(user)}
              onLift={() => void suspend(user, false)}
            />
          ))
        }
      </AdminSection>
      <AdminConfirm
        isOpen={asked !== null}
        title={t('Suspend {username}?', { username: asked?.username ?? '' })}
        failure={failure}
        isBusy={isBusy}
        words={{ idle: t('Suspend the account'), busy: t('Suspending...') }}
        needsReason
        onConfirm={(reason) => asked && void suspend(asked, true, reason)}
        onCancel={() => setAsked(null)}
      >
        <p>
          {t('Signed out everywhere at once; its kits stay. You can lift it here at any time.')}
        </p>
      </AdminConfirm>
    </section>
  )
}

function UserRow({
  user: { id, username, email, isVerified, isAdmin, suspendedAt, createdAt },
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
  const since = dayAndTime(Date.parse(createdAt), now)
  return (
    <li className={styles.item}>
      <div className={styles.rowTitle}>
        <Link to={deskLinks.person(id)}>{username}</Link>
        {isAdmin && <Badge tone="info">{t('Administrator')}</Badge>}
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
