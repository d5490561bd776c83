import { useState } from 'react'

import {
  type ListedMail,
  mailsPage,
  type MailState,
  type MailTest,
  type Overview,
} from '#shared/admin/status.ts'

import { Segments } from '../../ui/controls/Segments.tsx'
import styles from '../../forms/forms.module.css'
import { AdminList, type Row, Titled, type When } from '../desk/AdminList.tsx'
import { usePages } from '../desk/usePages.ts'
import { ActButtons, useActs } from '../desk/acts.tsx'
import { decideOn } from '../desk/adminData.ts'
import { testMail } from './statusData.ts'
import { type Later, later, many, say, t } from '#shared/words/words.ts'

const STATES = [
  { value: 'waiting', name: later('Waiting') },
  { value: 'refused', name: later('Refused') },
  { value: 'failed', name: later('Failed') },
  { value: 'all', name: later('All') },
] as const

const NAMES: Record<MailState, { name: Later; tone?: 'ok' | 'wait' | 'bad' }> = {
  waiting: { name: later('Waiting'), tone: 'wait' },
  sent: { name: later('Sent'), tone: 'ok' },
  refused: { name: later('Refused'), tone: 'bad' },
  failed: { name: later('Failed'), tone: 'bad' },
  dropped: { name: later('Dropped') },
}

type Shown = (typeof STATES)[number]['value']

/** Letters on their way, and whether mail works at all. */
export function StatusMail({ mail, onChanged }: { mail: Overview['mail']; onChanged: () => void }) {
  const [state, setState] = useState<Shown>('waiting')
  const from = usePages(`/api/admin/mails?state=${state}`, mailsPage, ({ mails }) => mails)
  return (
    <Titled id="mail" title={t('Mail')}>
      <div className={styles.form}>
        <MailFacts mail={mail} onTested={from.reload} />
        <AdminList
          title={t('Letters')}
          isInner
          from={from}
          count={state === 'waiting' ? mail.counts.waiting : 0}
          empty={state === 'waiting' ? t('Nothing waits') : t('Letters are listed for 14 days.')}
          onDone={onChanged}
          after={
            <div className={styles.more}>
              <Segments
                label={t('Which letters')}
                choices={STATES}
                chosen={state}
                onChoose={setState}
              />
            </div>
          }
          row={rowOf}
        />
      </div>
    </Titled>
  )
}

function MailFacts({ mail, onTested }: { mail: Overview['mail']; onTested: () => void }) {
  const [result, setResult] = useState<MailTest | null>(null)
  const acts = useActs(onTested)
  const { isSmtp, folder, counts, notices } = mail
  return (
    <div className={`card ${styles.pad} ${styles.form}`}>
      <p>
        {isSmtp
          ? t('Mail goes to the server of SMTP_URL.')
          : t('There is no mail server (SMTP_URL): letters become files in {folder}.', {
              folder,
            })}{' '}
        {t('In 14 days {sent} left, {refused} were refused and {failed} failed.', {
          sent: counts.sent,
          refused: counts.refused,
          failed: counts.failed,
        })}{' '}
        {noticeWords(notices)}
      </p>
      <div>
        <ActButtons
          of={acts}
          acts={[
            {
              name: t('Send a test to myself'),
              onPress: () => setResult(null),
              call: async () => setResult(await testMail()),
            },
          ]}
        />
      </div>
      <div role="status">{result && <p>{testWords(result)}</p>}</div>
      {acts.result}
    </div>
  )
}

function noticeWords({ waiting, retried }: Overview['mail']['notices']): string {
  return retried > 0
    ? many(
        waiting,
        '{count} notifications wait for their time, {retried} of them after a try in vain.',
        '{count} notifications wait for their time, {retried} of them after a try in vain.',
        { retried },
      )
    : many(
        waiting,
        '{count} notifications wait for their time.',
        '{count} notifications wait for their time.',
      )
}

function testWords({ to, state, reason, isFile }: MailTest): string {
  if (state === 'refused') return t('The mail server refused it for good ({reason}).', { reason })
  if (state === 'later')
    return t('The mail server did not take it ({reason}). Look at SMTP_URL.', { reason })
  return isFile
    ? t('A file was written for {to}.', { to })
    : t('The mail server has taken it, to {to}.', { to })
}

function rowOf(mail: ListedMail, when: When): Row {
  const { id, to, subject, state, canRetry } = mail
  const { name, tone } = NAMES[state]
  const isLost = state === 'failed' && !canRetry
  return {
    key: id,
    title: subject,
    badges: [[say(name), tone]],
    text: [
      t('To {to}.', { to }),
      triedWords(mail, when),
      isLost && t('Its link opens an account, so it is not kept: it has to be asked for anew.'),
    ]
      .filter(Boolean)
      .join(' '),
    acts: [
      canRetry && {
        name: t('Try again'),
        label: t('Try again: {subject} to {to}', { subject, to }),
        call: () => decideOn('mails', id, 'retry'),
        said: { title: t('Tried again within a minute'), text: subject },
      },
      canRetry && {
        name: t('Drop'),
        label: t('Drop: {subject} to {to}', { subject, to }),
        call: () => decideOn('mails', id, 'drop'),
        said: { title: t('Mail dropped'), text: subject },
      },
    ],
  }
}

/** "Tried 3 times, today at 14:06 (421), again today at 14:36." */
function triedWords({ tries, triedAt, nextAt, reason }: ListedMail, when: When): string {
  const last = when(triedAt)
  const time = reason ? `${last} (${reason})` : last
  if (nextAt === null)
    return many(tries, 'Tried once, {time}.', 'Tried {count} times, {time}.', { time })
  return many(
    tries,
    'Tried once, {time}, again {next}.',
    'Tried {count} times, {time}, again {next}.',
    { time, next: when(nextAt) },
  )
}
