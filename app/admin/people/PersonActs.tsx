import { type Person, ROLE_ACTS, type RoleAct } from '#shared/admin/person.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { Chosen } from '../../forms/Chosen.tsx'
import type { PersonAct } from './personData.ts'

import { useState } from 'react'

import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import look from '../catalogue/Dashboard.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { FormResult } from '../../forms/FormParts.tsx'

export type Act = (act: PersonAct, title: string) => Promise<boolean>

type What = 'suspend' | 'reset' | 'signOut' | RoleAct

const ROLE_ACT_NAMES = Object.keys(ROLE_ACTS) as RoleAct[]

const LENGTHS: readonly [days: string, words: Later][] = [
  ['', later('Until somebody lifts it')],
  ['1', later('A day')],
  ['7', later('A week')],
  ['30', later('30 days')],
  ['365', later('A year')],
]

const QUESTIONS: Record<What, { title: Later; idle: Later; done: Later; text: Later }> = {
  suspend: {
    title: later('Suspend the account?'),
    idle: later('Suspend the account'),
    done: later('Account suspended'),
    text: later('Signed out everywhere at once; its kits stay. You can lift it here at any time.'),
  },
  reset: {
    title: later('Take its password away?'),
    idle: later('Take it away'),
    done: later('Password taken away'),
    text: later(
      'Signed out everywhere at once. A link to set another one is mailed; it is good for 30 minutes, and can be asked for again.',
    ),
  },
  signOut: {
    title: later('Sign it out everywhere?'),
    idle: later('Sign out everywhere'),
    done: later('Signed out everywhere'),
    text: later('What is not sent yet stays on its devices until it signs in again.'),
  },
  makeAdmin: {
    title: later('Make it an administrator?'),
    idle: later('Make it an administrator'),
    done: later('Administrator made'),
    text: later('It may do all that you may do on these pages.'),
  },
  makeModerator: {
    title: later('Make it a moderator?'),
    idle: later('Make it a moderator'),
    done: later('Moderator made'),
    text: later('It may look after comments, kits, tasks and messages, and nothing else here.'),
  },
  makeCatalogue: {
    title: later('Give it the catalogue?'),
    idle: later('Give it the catalogue'),
    done: later('Catalogue given'),
    text: later('It may look after sources, parts and merchants, and nothing else here.'),
  },
  unmakeAdmin: {
    title: later('Take the role away?'),
    idle: later('Take the role away'),
    done: later('Role taken away'),
    text: later('It is an account like any other from now on.'),
  },
}

/** Administrators' actions on an account. */
export function PersonActs({
  person,
  isSelf,
  isBusy,
  failure,
  onAct,
}: {
  person: Person
  isSelf: boolean
  isBusy: boolean
  failure: string
  onAct: Act
}) {
  const [asked, setAsked] = useState<What | null>(null)
  const [days, setDays] = useState('')
  const { isVerified, isNamedAdmin, suspendedAt, email } = person
  const role = person.isAdmin ? 'operator' : (person.role ?? null)
  const question = QUESTIONS[asked ?? 'suspend']

  async function handleConfirm(reason: string) {
    if (!asked) return
    const act: PersonAct =
      asked === 'suspend'
        ? { action: 'suspend', reason, days: days === '' ? null : Number(days) }
        : { action: asked }
    if (await onAct(act, say(question.done))) setAsked(null)
  }

  return (
    <section>
      <h2 className={styles.sectionTitle}>{t('What can be done')}</h2>
      <div className={look.buttons}>
        {!isVerified && email !== null && (
          <Button
            aria-disabled={isBusy}
            onClick={() => void onAct({ action: 'resend' }, t('Confirmation sent again'))}
          >
            {t('Send the confirmation again')}
          </Button>
        )}
        {(isSelf || !isNamedAdmin) && (
          <>
            <Button onClick={() => setAsked('reset')}>{t('Have the password set anew')}</Button>
            <Button onClick={() => setAsked('signOut')}>{t('Sign out everywhere')}</Button>
          </>
        )}
        {!isSelf &&
          !isNamedAdmin &&
          ROLE_ACT_NAMES.filter(
            (act) => ROLE_ACTS[act] !== role && (isVerified || act === 'unmakeAdmin'),
          ).map((act) => (
            <Button key={act} onClick={() => setAsked(act)}>
              {act === 'unmakeAdmin'
                ? t('Take the administrator’s role away')
                : say(QUESTIONS[act].idle)}
            </Button>
          ))}
        {!isSelf &&
          (!isNamedAdmin || suspendedAt !== null) &&
          (suspendedAt === null ? (
            <Button variant="danger" onClick={() => setAsked('suspend')}>
              {t('Suspend')}
            </Button>
          ) : (
            <Button
              aria-disabled={isBusy}
              onClick={() => void onAct({ action: 'unsuspend' }, t('Suspension lifted'))}
            >
              {t('Lift suspension')}
            </Button>
          ))}
      </div>
      {!asked && <FormResult text={failure} />}
      <AdminConfirm
        isOpen={asked !== null}
        title={say(question.title)}
        failure={failure}
        isBusy={isBusy}
        variant={asked?.startsWith('make') ? 'primary' : 'danger'}
        words={{ idle: say(question.idle), busy: t('One moment...') }}
        needsReason={asked === 'suspend'}
        fields={
          asked === 'suspend' && (
            <Chosen
              label={t('How long')}
              choices={LENGTHS.map(([value, words]) => [value, say(words)])}
              chosen={days}
              onChoose={setDays}
            />
          )
        }
        onConfirm={(reason) => void handleConfirm(reason)}
        onCancel={() => setAsked(null)}
      >
        <p>{say(question.text)}</p>
      </AdminConfirm>
    </section>
  )
}
