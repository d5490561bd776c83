import { useCallback, useState } from 'react'

import type { Mail, MailsPage, MailState, MailTest, Overview } from './statusData.ts'

import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { AdminSection } from '../desk/AdminSection.tsx'
import { ExportCsv } from '../desk/ExportCsv.tsx'
import { usePages } from '../desk/usePages.ts'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { decideMail, readMails, testMail } from './statusData.ts'
import { count } from './statusWords.ts'

const STATES = [
  { value: 'waiting', name: 'Waiting' },
  { value: 'refused', name: 'Refused' },
  { value: 'failed', name: 'Failed' },
  { value: 'all', name: 'All' },
] as const

const NAMES: Record<MailState, { name: string; tone?: 'ok' | 'wait' | 'bad' }> = {
  waiting: { name: 'Waiting', tone: 'wait' },
  sent: { name: 'Sent', tone: 'ok' },
  refused: { name: 'Refused', tone: 'bad' },
  failed: { name: 'Failed', tone: 'bad' },
  dropped: { name: 'Dropped' },
}

const mailsOf = ({ mails }: MailsPage) => mails

type Shown = (typeof STATES)[number]['value']

/** Letters on their way, and whether mail works at all. */
export function StatusMail({
  adminId,
  mail,
  onChanged,
}: {
  adminId: string
  mail: Overview['mail']
  onChanged: () => void
}) {
  const [state, setState] = useState<Shown>('waiting')
  const read = useCallback((after?: string) => readMails(state, after), [state])
  const { list, hasMore, readMore } = usePages(`mails:${adminId}:${state}`, read, mailsOf)
  const { run, isBusy, failure } = useAction('This could not be done. Please try again.')

  async function handleDecide({ id, subject }: Mail, action: 'retry' | 'drop') {
    if (!(await run(() => decideMail(id, action)))) return
    toast({
      title: action === 'retry' ? 'Tried again within a minute' : 'Mail dropped',
      text: subject,
    })
    list.reload()
    onChanged()
  }

  return (
    <section aria-labelledby="mail">
      <h2 id="mail" className={styles.mainTitle}>
        Mail
      </h2>
      <div className={styles.form}>
        <MailFacts mail={mail} onTested={list.reload} />
        <AdminSection
          title="Letters"
          from={list}
          loading="Loading letters..."
          count={state === 'waiting' ? mail.counts.waiting : 0}
          empty={{
            title: state === 'waiting' ? 'Nothing waits' : 'No such letters',
            text: 'Letters are listed for 14 days.',
          }}
          after={
            <div className={styles.more}>
              {hasMore && (
                <Button aria-disabled={isBusy} onClick={() => void run(readMore)}>
                  Show older letters
                </Button>
              )}
              <div className={styles.itemActions}>
                <Segments
                  label="Which letters"
                  choices={STATES}
                  chosen={state}
                  onChoose={setState}
                />
                <ExportCsv path={`/api/admin/mails?state=${state}`} name="wrenchlist-mail" />
              </div>
              <FormResult text={failure} />
            </div>
          }
        >
          {(mails) =>
            mails.map((one) => (
              <MailRow key={one.id} mail={one} isBusy={isBusy} onDecide={handleDecide} />
            ))
          }
        </AdminSection>
      </div>
    </section>
  )
}

function MailFacts({ mail, onTested }: { mail: Overview['mail']; onTested: () => void }) {
  const [result, setResult] = useState<MailTest | null>(null)
  const { run, isBusy, failure } = useAction('The test could not be made. Please try again.')
  const { isSmtp, folder, counts, notices } = mail

  async function handleTest() {
    setResult(null)
    await run(async () => setResult(await testMail()))
    onTested()
  }

  return (
    <div className={`card ${styles.pad} ${styles.form}`}>
      <p>
        {isSmtp
          ? 'Mail goes to the server of SMTP_URL.'
          : `There is no mail server (SMTP_URL): letters become files in ${folder}.`}{' '}
        In 14 days {count(counts.sent)} left, {count(counts.refused)} were refused and{' '}
        {count(counts.failed)} failed. {count(notices.waiting)} notifications wait for their time
        {notices.retried > 0 && `, ${count(notices.retried)} of them after a try in vain`}.
      </p>
      <div>
        <Button aria-disabled={isBusy} onClick={() => void handleTest()}>
          {isBusy ? 'Sending...' : 'Send a test to myself'}
        </Button>
      </div>
      <div role="status">{result && <p>{testWords(result)}</p>}</div>
      <FormResult text={failure} />
    </div>
  )
}

function testWords({ to, state, reason, isFile }: MailTest): string {
  if (state === 'refused') return `The mail server refused it for good (${reason}).`
  if (state === 'later') return `The mail server did not take it (${reason}). Look at SMTP_URL.`
  return isFile ? `A file was written for ${to}.` : `The mail server has taken it, to ${to}.`
}

function MailRow({
  mail,
  isBusy,
  onDecide,
}: {
  mail: Mail
  isBusy: boolean
  onDecide: (mail: Mail, action: 'retry' | 'drop') => Promise<void>
}) {
  const now = useNow()
  const { to, subject, state, tries, triedAt, nextAt, reason, canRetry } = mail
  const { name, tone } = NAMES[state]
  return (
    <li className={styles.item}>
      <div className={styles.rowTitle}>
        {subject}
        <Badge {...(tone && { tone })}>{name}</Badge>
      </div>
      <div className="muted small">
        To {to}. {tries === 1 ? 'Tried once' : `Tried ${tries} times`},{' '}
        {dayAndTime(Date.parse(triedAt), now)}
        {reason && ` (${reason})`}
        {nextAt !== null && `, again ${dayAndTime(Date.parse(nextAt), now)}`}.
        {state === 'failed' &&
          !canRetry &&
          ' Its link opens an account, so it is not kept: it has to be asked for anew.'}
      </div>
      {canRetry && (
        <div className={styles.itemActions}>
          <Button
            aria-disabled={isBusy}
            aria-label={`Try again: ${subject} to ${to}`}
            onClick={() => void onDecide(mail, 'retry')}
          >
            Try again
          </Button>
          <Button
            aria-disabled={isBusy}
            aria-label={`Drop: ${subject} to ${to}`}
            onClick={() => void onDecide(mail, 'drop')}
          >
            Drop
          </Button>
        </div>
      )}
    </li>
  )
}
