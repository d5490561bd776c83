import type { Person } from '#shared/admin/person.ts'

import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { AdminDenied, AdminNav, useDesk } from '../desk/desk.tsx'
import { addressWords, roleWords } from '../desk/accountWords.ts'
import { deskLinks } from '../desk/deskLinks.ts'
import { Column, OfflineNote } from '../../forms/FormParts.tsx'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import { useAction } from '../../forms/useAction.ts'
import { useServerData } from '../../forms/useServerData.ts'
import { PersonActs } from './PersonActs.tsx'
import { actOnPerson, type PersonAct, readPerson } from './personData.ts'
import { PersonLists } from './PersonLists.tsx'
import { PersonNotes } from './PersonNotes.tsx'

/** An account: identity, activity, and administrators' actions. */
export function AdminPersonScreen({ id }: { id: string }) {
  const account = useDesk('operator')
  if (!account) return <AdminDenied from={deskLinks.person(id)} />
  return <PersonPage key={id} id={id} adminId={account.id} />
}

function PersonPage({ id, adminId }: { id: string; adminId: string }) {
  const read = useCallback(() => readPerson(id), [id])
  const from = useServerData(`person:${id}`, read)
  const { run, isBusy, failure } = useAction(t('This could not be done. Please try again.'))
  const [acts, setActs] = useState(0)
  const person = from.data

  /** @returns whether it succeeded */
  function handleAct(act: PersonAct, title: string): Promise<boolean> {
    return run(async () => {
      from.change(await actOnPerson(id, act))
      toast({ title, text: person?.username ?? '' })
      setActs((count) => count + 1)
    })
  }

  if (!person) {
    return (
      <Column title={t('Account')} isWide>
        <AdminNav at="" />
        <NotLoaded
          from={from}
          loading={t('Loading the account...')}
          rows={4}
          failed={t('Failed to load')}
          none={{ title: t('No such account'), text: t('It was deleted, or never there.') }}
          action={<Link to={links.adminAccounts()}>{t('All accounts')}</Link>}
        />
      </Column>
    )
  }
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

function Facts({ person }: { person: Person }) {
  const now = useNow()
  const { email, isVerified, isNamedAdmin, createdAt, passwordChangedAt } = person
  const { suspendedAt, suspendedUntil, isLeaving } = person
  const role = roleWords(person)
  return (
    <>
      {addressWords(email, isVerified)} {t('Since {since}.', { since: dayAndTime(createdAt, now) })}{' '}
      {passwordChangedAt === null
        ? t('Its password was taken away.')
        : t('Password of {time}.', { time: dayAndTime(passwordChangedAt, now) })}{' '}
      {suspendedAt !== null && `${suspensionWords(suspendedAt, suspendedUntil, now)} `}
      {role && <Badge tone="info">{role}</Badge>}{' '}
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
