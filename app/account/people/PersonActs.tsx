import type { Person } from '#shared/person.ts'
import type { PersonAct } from './personData.ts'

import { useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from '../account.module.css'
import look from '../catalogue/Dashboard.module.css'
import { AdminConfirm } from '../desk/AdminConfirm.tsx'
import { FormResult } from '../FormParts.tsx'

export type Act = (act: PersonAct, title: string) => Promise<boolean>

type What = 'suspend' | 'reset' | 'signOut' | 'makeAdmin' | 'unmakeAdmin'

const LENGTHS: readonly [days: string, words: string][] = [
  ['', 'Until somebody lifts it'],
  ['1', 'A day'],
  ['7', 'A week'],
  ['30', '30 days'],
  ['365', 'A year'],
]

const QUESTIONS: Record<What, { title: string; idle: string; done: string; text: string }> = {
  suspend: {
    title: 'Suspend the account?',
    idle: 'Suspend the account',
    done: 'Account suspended',
    text: 'Signed out everywhere at once; its kits stay. You can lift it here at any time.',
  },
  reset: {
    title: 'Take its password away?',
    idle: 'Take it away',
    done: 'Password taken away',
    text: 'Signed out everywhere at once. A link to set another one is mailed; it is good for 30 minutes, and can be asked for again.',
  },
  signOut: {
    title: 'Sign it out everywhere?',
    idle: 'Sign out everywhere',
    done: 'Signed out everywhere',
    text: 'What is not sent yet stays on its devices until it signs in again.',
  },
  makeAdmin: {
    title: 'Make it an administrator?',
    idle: 'Make it an administrator',
    done: 'Administrator made',
    text: 'It may do all that you may do on these pages.',
  },
  unmakeAdmin: {
    title: 'Take the role away?',
    idle: 'Take the role away',
    done: 'Role taken away',
    text: 'It is an account like any other from now on.',
  },
}

/** What administrators do about an account. */
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
  const { isVerified, isAdmin, isNamedAdmin, suspendedAt, email } = person
  const question = QUESTIONS[asked ?? 'suspend']

  async function handleConfirm(reason: string) {
    if (!asked) return
    const act: PersonAct =
      asked === 'suspend'
        ? { action: 'suspend', reason, days: days === '' ? null : Number(days) }
        : { action: asked }
    if (await onAct(act, question.done)) setAsked(null)
  }

  return (
    <section>
      <h2 className={styles.sectionTitle}>What can be done</h2>
      <div className={look.buttons}>
        {!isVerified && email !== null && (
          <Button
            aria-disabled={isBusy}
            onClick={() => void onAct({ action: 'resend' }, 'Confirmation sent again')}
          >
            Send the confirmation again
          </Button>
        )}
        <Button onClick={() => setAsked('reset')}>Have the password set anew</Button>
        <Button onClick={() => setAsked('signOut')}>Sign out everywhere</Button>
        {!isSelf && !isNamedAdmin && (isAdmin || isVerified) && (
          <Button onClick={() => setAsked(isAdmin ? 'unmakeAdmin' : 'makeAdmin')}>
            {isAdmin ? 'Take the administrator’s role away' : 'Make it an administrator'}
          </Button>
        )}
        {!isSelf &&
          (suspendedAt === null ? (
            <Button variant="danger" onClick={() => setAsked('suspend')}>
              Suspend
            </Button>
          ) : (
            <Button
              aria-disabled={isBusy}
              onClick={() => void onAct({ action: 'unsuspend' }, 'Suspension lifted')}
            >
              Lift suspension
            </Button>
          ))}
      </div>
      {!asked && <FormResult text={failure} />}
      <AdminConfirm
        isOpen={asked !== null}
        title={question.title}
        failure={failure}
        isBusy={isBusy}
        variant={asked === 'makeAdmin' ? 'primary' : 'danger'}
        words={{ idle: question.idle, busy: 'One moment...' }}
        needsReason={asked === 'suspend'}
        fields={
          asked === 'suspend' && (
            <Field label="How long">
              {(control) => (
                <select
                  {...control}
                  className={look.select}
                  value={days}
                  onChange={({ target }) => setDays(target.value)}
                >
                  {LENGTHS.map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )
        }
        onConfirm={(reason) => void handleConfirm(reason)}
        onCancel={() => setAsked(null)}
      >
        <p>{question.text}</p>
      </AdminConfirm>
    </section>
  )
}
