import { type Person, ROLE_ACTS, type RoleAct } from '#shared/admin/person.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import type { SendAct } from './personData.ts'

import styles from '../../forms/forms.module.css'
import { type Act, ActButtons, useActs } from '../desk/acts.tsx'

type What = 'suspend' | 'reset' | 'signOut' | RoleAct

const ROLE_ACT_NAMES = Object.keys(ROLE_ACTS) as RoleAct[]

const LENGTHS: readonly [days: string, words: Later][] = [
  ['', later('Until somebody lifts it')],
  ['1', later('A day')],
  ['7', later('A week')],
  ['30', later('30 days')],
  ['365', later('A year')],
]

const QUESTIONS: Record<What, readonly [title: Later, idle: Later, done: Later, text: Later]> = {
  suspend: [
    later('Suspend the account?'),
    later('Suspend the account'),
    later('Account suspended'),
    later('Signed out everywhere at once; its kits stay. You can lift it here at any time.'),
  ],
  reset: [
    later('Take its password away?'),
    later('Take it away'),
    later('Password taken away'),
    later(
      'Signed out everywhere at once. A link to set another one is mailed; it is good for 30 minutes, and can be asked for again.',
    ),
  ],
  signOut: [
    later('Sign it out everywhere?'),
    later('Sign out everywhere'),
    later('Signed out everywhere'),
    later('What is not sent yet stays on its devices until it signs in again.'),
  ],
  makeAdmin: [
    later('Make it an administrator?'),
    later('Make it an administrator'),
    later('Administrator made'),
    later('It may do all that you may do on these pages.'),
  ],
  makeModerator: [
    later('Make it a moderator?'),
    later('Make it a moderator'),
    later('Moderator made'),
    later('It may look after comments, kits, tasks and messages, and nothing else here.'),
  ],
  makeCatalogue: [
    later('Give it the catalogue?'),
    later('Give it the catalogue'),
    later('Catalogue given'),
    later('It may look after sources, parts and merchants, and nothing else here.'),
  ],
  unmakeAdmin: [
    later('Take the role away?'),
    later('Take the role away'),
    later('Role taken away'),
    later('It is an account like any other from now on.'),
  ],
}

/** Administrators' actions on an account. */
export function PersonActs({
  person,
  isSelf,
  send,
}: {
  person: Person
  isSelf: boolean
  send: SendAct
}) {
  const acts = useActs(() => undefined)
  const { isVerified, isNamedAdmin, email } = person
  const isSuspended = person.suspendedAt !== null
  const role = person.isAdmin ? 'operator' : (person.role ?? null)
  const isOther = !isSelf && !isNamedAdmin
  const roleActs = ROLE_ACT_NAMES.filter(
    (act) => ROLE_ACTS[act] !== role && (isVerified || act === 'unmakeAdmin'),
  )

  function asking(what: What, name: string): Act {
    const [title, idle, done, text] = QUESTIONS[what]
    const isSuspension = what === 'suspend'
    const lengths = LENGTHS.map(([days, words]) => [days, say(words)] as const)
    return {
      name,
      ...(isSuspension && { variant: 'danger' }),
      question: {
        title: say(title),
        words: [say(idle), t('One moment...')],
        variant: what.startsWith('make') ? 'primary' : 'danger',
        text: say(text),
        ...(isSuspension && {
          needsReason: true,
          choice: { label: t('How long'), choices: lengths },
        }),
      },
      call: (reason, days) => {
        const until = { reason, days: days === '' ? null : Number(days) }
        return send(isSuspension ? { action: what, ...until } : { action: what }, say(done))
      },
    }
  }

  return (
    <section>
      <h2 className={styles.sectionTitle}>{t('What can be done')}</h2>
      <div className="wrap">
        <ActButtons
          of={acts}
          acts={[
            !isVerified &&
              email !== null && {
                name: t('Send the confirmation again'),
                call: () => send({ action: 'resend' }, t('Confirmation sent again')),
              },
            (isSelf || !isNamedAdmin) && asking('reset', t('Have the password set anew')),
            (isSelf || !isNamedAdmin) && asking('signOut', t('Sign out everywhere')),
            ...(isOther ? roleActs : []).map((act) =>
              asking(
                act,
                act === 'unmakeAdmin'
                  ? t('Take the administrator’s role away')
                  : say(QUESTIONS[act][1]),
              ),
            ),
            isOther && !isSuspended && asking('suspend', t('Suspend')),
            !isSelf &&
              isSuspended && {
                name: t('Lift suspension'),
                call: () => send({ action: 'unsuspend' }, t('Suspension lifted')),
              },
          ]}
        />
      </div>
      {acts.result}
    </section>
  )
}
