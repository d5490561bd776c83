import type { Person } from '#shared/admin/person.ts'

import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { useWhen } from '../desk/AdminList.tsx'
import { Desk, DeskPage } from '../desk/desk.tsx'
import { addressWords, roleWords } from '../desk/accountWords.ts'
import { deskLinks } from '../desk/adminData.ts'
import { useAccount } from '../../data/device/account.ts'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import { useServerData } from '../../forms/useServerData.ts'
import { PersonActs } from './PersonActs.tsx'
import { actOnPerson, type PersonAct, readPerson } from './personData.ts'
import { PersonLists } from './PersonLists.tsx'
import { PersonNotes } from './PersonNotes.tsx'

/** An account: identity, activity, and administrators' actions. */
export function AdminPersonScreen({ id }: { id: string }) {
  return (
    <Desk roles={['operator']} at={deskLinks.person(id)}>
      <PersonPage key={id} id={id} />
    </Desk>
  )
}

function PersonPage({ id }: { id: string }) {
  const self = useAccount()?.id
  const read = useCallback(() => readPerson(id), [id])
  const from = useServerData(`person:${id}`, read)
  const [acts, setActs] = useState(0)
  const person = from.data

  async function send(act: PersonAct, title: string) {
    from.change(await actOnPerson(id, act))
    toast({ title, text: person?.username ?? '' })
    setActs((count) => count + 1)
  }

  if (!person) {
    return (
      <DeskPage title={t('Account')}>
        <NotLoaded
          from={from}
          loading={t('Loading the account...')}
          rows={4}
          failed={t('Failed to load')}
          none={{ title: t('No such account'), text: t('It was deleted, or never there.') }}
          action={<Link to={links.adminAccounts()}>{t('All accounts')}</Link>}
        />
      </DeskPage>
    )
  }
  return (
    <DeskPage title={person.username} text={<Facts person={person} />}>
      <StaleNote from={from} />
      <PersonActs person={person} isSelf={id === self} send={send} />
      <PersonNotes id={id} send={send} />
      {/* What was done stands in them too. */}
      <PersonLists id={id} acts={acts} />
    </DeskPage>
  )
}

function Facts({ person }: { person: Person }) {
  const when = useWhen()
  const { email, isVerified, isNamedAdmin, createdAt, passwordChangedAt } = person
  const { suspendedAt, suspendedUntil, isLeaving } = person
  const role = roleWords(person)
  return (
    <>
      {addressWords(email, isVerified)} {t('Since {since}.', { since: when(createdAt) })}{' '}
      {passwordChangedAt === null
        ? t('Its password was taken away.')
        : t('Password of {time}.', { time: when(passwordChangedAt) })}{' '}
      {suspendedAt !== null &&
        `${suspensionWords(when(suspendedAt), suspendedUntil && when(suspendedUntil))} `}
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

const suspensionWords = (suspended: string, ends: string | 0 | null) =>
  ends
    ? t('Suspended {suspended}; it ends {ends}.', { suspended, ends })
    : t('Suspended {suspended}.', { suspended })
