import type { Person } from '#shared/person.ts'
import type { PersonAct } from './personData.ts'

import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { AdminDenied } from '../desk/AdminDenied.tsx'
import { AdminNav } from '../desk/AdminNav.tsx'
import { addressWords } from '../desk/addressWords.ts'
import { deskLinks } from '../desk/deskLinks.ts'
import { isStatus, serverWords } from '../failureWords.ts'
import { Column, OfflineNote } from '../FormParts.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { useAction } from '../useAction.ts'
import { useServerData } from '../useServerData.ts'
import { PersonActs } from './PersonActs.tsx'
import { actOnPerson, readPerson } from './personData.ts'
import { PersonLists } from './PersonLists.tsx'
import { PersonNotes } from './PersonNotes.tsx'

/** One account: who it is, what it did, and what can be done about it. */
export function AdminPersonScreen({ id }: { id: string }) {
  const account = useAccount()
  if (!account?.isAdmin || account.isExpired) {
    return <AdminDenied isSignedIn={account !== null} from={deskLinks.person(id)} />
  }
  return <PersonPage key={id} id={id} adminId={account.id} />
}

function PersonPage({ id, adminId }: { id: string; adminId: string }) {
  const read = useCallback(() => readPerson(id), [id])
  const from = useServerData(`person:${adminId}:${id}`, read)
  const { run, isBusy, failure } = useAction(t('This could not be done. Please try again.'))
  const [acts, setActs] = useState(0)
  const person = from.data

  /** @returns whether it was done */
  function handleAct(act: PersonAct, title: string): Promise<boolean> {
    return run(async () => {
      from.change(await actOnPerson(id, act))
      toast({ title, text: person?.username ?? '' })
      setActs((count) => count + 1)
    })
  }

  if (!person) return <Missing from={from} />
  return (
    <Column title={person.username} text={<Facts person={person} />} isWide>
      <AdminNav at="" />
      <OfflineNote text={t('This is what was last known. Decisions are made on the server.')} />
      <StaleNote from={from} />
      <PersonActs
        person={person}
        isSelf={id === adminId}
        isBusy={isBusy}
        failure={failure}
        onAct={handleAct}
      />
      <PersonNotes id={id} isBusy={isBusy} onAct={handleAct} />
      {/* What was done stands in them too. */}
      <PersonLists id={id} acts={acts} />
    </Column>
  )
}

function Facts({
  person: {
    email,
    isVerified,
    isAdmin,
    isNamedAdmin,
    createdAt,
    passwordChangedAt,
    suspendedAt,
    suspendedUntil,
    isLeaving,
  },
}: {
  person: Person
}) {
  const now = useNow()
  return (
    <>
      {addressWords(email, isVerified)} {t('Since {since}.', { since: dayAndTime(createdAt, now) })}{' '}
      {passwordChangedAt === null
        ? t('Its password was taken away.')
        : t('Password of {time}.', { time: dayAndTime(passwordChangedAt, now) })}{' '}
      {suspendedAt !== null && `${suspensionWords(suspendedAt, suspendedUntil, now)} `}
      {isAdmin && <Badge tone="info">{t('Administrator')}</Badge>}{' '}
      {isNamedAdmin && <Badge>{t('By ADMIN_EMAILS')}</Badge>}{' '}
      {suspendedAt !== null && <Badge tone="bad">{t('Suspended')}</Badge>}{' '}
      {isLeaving && (
        <Link to={links.adminAccounts()}>
          <Badge tone="wait">{t('Asks to be deleted')}</Badge>
        </Link>
      )}
    </>
  )
}

function suspensionWords(at: number, until: number | null, now: number): string {
  const suspended = dayAndTime(at, now)
  return until === null
    ? t('Suspended {suspended}.', { suspended })
    : t('Suspended {suspended}; it ends {ends}.', { suspended, ends: dayAndTime(until, now) })
}

function Missing({ from: { error, isLoading } }: { from: { error: unknown; isLoading: boolean } }) {
  return (
    <Column title={t('Account')} isWide>
      <AdminNav at="" />
      {isLoading ? (
        <Skeleton label={t('Loading the account...')} rows={4} />
      ) : (
        <EmptyState
          role="alert"
          mark={<CircleAlertIcon />}
          title={isStatus(error, 404) ? t('No such account') : t('Failed to load')}
          text={
            isStatus(error, 404)
              ? t('It was deleted, or never there.')
              : serverWords(error, t('Please check your connection and try again'))
          }
          action={<Link to={links.adminAccounts()}>{t('All accounts')}</Link>}
        />
      )}
    </Column>
  )
}
