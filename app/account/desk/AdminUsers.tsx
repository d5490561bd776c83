import { useCallback, useEffect, useState } from 'react'

import type { ListedUser, UsersPage } from './adminData.ts'

import { callApi } from '../../api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { AdminConfirm } from './AdminConfirm.tsx'
import { readUsers } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { usePages } from './usePages.ts'

const SEARCH_AFTER_MS = 300
const MAX_SEARCH = 100
const STATES = [
  { value: 'all', name: 'All' },
  { value: 'suspended', name: 'Suspended' },
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
  const [q, setQ] = useState('')
  const [state, setState] = useState<UserState>('all')
  const read = useCallback((after?: string) => readUsers({ q, state }, after), [q, state])
  const { list, hasMore, readMore } = usePages(`users:${adminId}:${state}:${q}`, read, usersOf)
  const [asked, setAsked] = useState<ListedUser | null>(null)
  const { run, isBusy, failure } = useAction('This could not be done. Please try again.')

  async function suspend({ username }: ListedUser, suspended: boolean, reason = '') {
    const path = `/api/admin/users/${encodeURIComponent(username)}`
    if (!(await run(() => callApi('POST', path, { suspended, ...(reason && { reason }) })))) return
    setAsked(null)
    toast({ title: suspended ? 'Account suspended' : 'Suspension lifted', text: username })
    list.reload()
    onDecided()
  }

  return (
    <section className={styles.form}>
      <UserSearch q={q} state={state} onSearch={setQ} onState={setState} />
      <AdminSection
        title="People with an account"
        from={list}
        loading="Loading accounts..."
        count={0}
        empty={{ title: 'No such accounts', text: 'Try another name or address.' }}
        after={
          <div className={styles.more}>
            {hasMore && (
              <Button aria-disabled={isBusy} onClick={() => void run(readMore)}>
                Show more accounts
              </Button>
            )}
            {!asked && <FormResult text={failure} />}
          </div>
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
        title={`Suspend ${asked?.username ?? ''}?`}
        failure={failure}
        isBusy={isBusy}
        words={{ idle: 'Suspend the account', busy: 'Suspending...' }}
        needsReason
        onConfirm={(reason) => asked && void suspend(asked, true, reason)}
        onCancel={() => setAsked(null)}
      >
        <p>Signed out everywhere at once; its kits stay. You can lift it here at any time.</p>
      </AdminConfirm>
    </section>
  )
}

/** The search waits for a pause in typing. */
function UserSearch({
  q,
  state,
  onSearch,
  onState,
}: {
  q: string
  state: UserState
  onSearch: (q: string) => void
  onState: (state: UserState) => void
}) {
  const [text, setText] = useState(q)
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <div className={styles.form} role="search" aria-label="Accounts">
      <Field label="Find an account">
        {(control) => (
          <Input
            {...control}
            type="search"
            placeholder="Username, or how the address begins"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_SEARCH}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Segments label="Which accounts" choices={STATES} chosen={state} onChoose={onState} />
      </div>
    </div>
  )
}

function UserRow({
  user: { username, email, isVerified, isAdmin, suspendedAt, createdAt },
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
  return (
    <li className={styles.item}>
      <div className={styles.rowTitle}>
        {username}
        {isAdmin && <Badge tone="info">Administrator</Badge>}
        {suspendedAt !== null && <Badge tone="bad">Suspended</Badge>}
      </div>
      <div className="muted small">
        {email ?? 'No address'}
        {email !== null && (isVerified ? ', confirmed' : ', not confirmed')}. Since{' '}
        {dayAndTime(Date.parse(createdAt), now)}
        {suspendedAt !== null && `, suspended ${dayAndTime(Date.parse(suspendedAt), now)}`}
      </div>
      {!isSelf && (
        <div className={styles.itemActions}>
          {suspendedAt === null ? (
            <Button variant="danger" aria-label={`Suspend ${username}`} onClick={onSuspend}>
              Suspend
            </Button>
          ) : (
            <Button
              aria-disabled={isBusy}
              aria-label={`Lift suspension of ${username}`}
              onClick={onLift}
            >
              Lift suspension
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
