import { Link } from 'react-router-dom'

import type { Overview, Round } from './statusData.ts'

import { links } from '#shared/links.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import look from './Status.module.css'
import { runRound } from './statusData.ts'
import { count, duration } from './statusWords.ts'

const ROUNDS: { name: string; title: string; text: string }[] = [
  {
    name: 'housekeeping',
    title: 'Housekeeping',
    text: 'Every hour: what has expired is erased, what is due is processed.',
  },
  {
    name: 'notifications',
    title: 'Notifications',
    text: 'Every minute: watches, services that are due, and who is told.',
  },
  {
    name: 'minute',
    title: 'Mail, alerts and figures',
    text: 'Every minute: letters that wait, alerts, the figures above, old backups.',
  },
]

const KINDS: Record<string, string> = {
  scrape: 'Scraping',
  additional: 'More parts',
  feed: 'Import of a file',
  source: 'Run of a source',
  undo: 'Import taken back',
}

const STATES: Record<string, { name: string; tone?: 'ok' | 'wait' | 'bad' }> = {
  queued: { name: 'Waiting', tone: 'wait' },
  running: { name: 'Running', tone: 'wait' },
  done: { name: 'Done', tone: 'ok' },
  failed: { name: 'Failed', tone: 'bad' },
  cancelled: { name: 'Cancelled' },
}

/** What is done again and again by itself, and the catalogue's long work. */
export function StatusRounds({
  rounds,
  jobs,
  onChanged,
}: {
  rounds: Round[]
  jobs: Overview['jobs']
  onChanged: () => void
}) {
  const { run, isBusy, failure } = useAction('It could not be begun. Please try again.')
  const now = useNow()

  async function handleRun(name: string, title: string) {
    if (!(await run(() => runRound(name)))) return
    toast({ title: 'Begun', text: title })
    onChanged()
  }

  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs" className={styles.mainTitle}>
        Jobs
      </h2>
      <ul className="card">
        {ROUNDS.map(({ name, title, text }) => (
          <li className={styles.item} key={name}>
            <div className={styles.rowTitle}>
              {title}
              <RoundState round={rounds.find((round) => round.name === name)} />
            </div>
            <div className="muted small">
              {text} <RoundTimes round={rounds.find((round) => round.name === name)} now={now} />
            </div>
            <div className={styles.itemActions}>
              <Button
                aria-disabled={isBusy}
                aria-label={`Run now: ${title}`}
                onClick={() => void handleRun(name, title)}
              >
                Run now
              </Button>
            </div>
          </li>
        ))}
        {jobs.last.map((job) => {
          const { name, tone } = STATES[job.state] ?? { name: job.state }
          return (
            <li className={styles.item} key={job.kind}>
              <div className={styles.rowTitle}>
                {KINDS[job.kind] ?? job.kind}
                <Badge {...(tone && { tone })}>{name}</Badge>
              </div>
              <div className="muted small">
                Last {dayAndTime(Date.parse(job.at), now)}: {job.source}
                {job.error && `. ${job.error}`}
              </div>
            </li>
          )
        })}
      </ul>
      <p className={`muted small ${look.below}`}>
        {stateWords(jobs.states)} <Link to={links.admin()}>All runs of the catalogue</Link>
      </p>
      <FormResult text={failure} />
    </section>
  )
}

function RoundState({ round }: { round: Round | undefined }) {
  if (!round) return <Badge>Not yet</Badge>
  const isFailed =
    round.failedAt !== null && Date.parse(round.failedAt) >= Date.parse(round.beganAt)
  return <Badge tone={isFailed ? 'bad' : 'ok'}>{isFailed ? 'Failed' : 'Done'}</Badge>
}

function RoundTimes({ round, now }: { round: Round | undefined; now: number }) {
  if (!round) return null
  const { beganAt, took, runs, failures, failedAt, failedStep } = round
  return (
    <>
      Last {dayAndTime(Date.parse(beganAt), now)}
      {took !== null && `, for ${duration(took / 1_000)}`};{' '}
      {runs === 1 ? 'once' : `${count(runs)} times`} so far
      {failures > 0 && failedAt !== null && (
        <>
          , {count(failures)} of them failed, last {dayAndTime(Date.parse(failedAt), now)} (
          {failedStep})
        </>
      )}
      .
    </>
  )
}

function stateWords(states: Record<string, number>): string {
  const words = Object.entries(states).map(
    ([state, value]) => `${count(value)} ${(STATES[state]?.name ?? state).toLowerCase()}`,
  )
  return words.length > 0 ? `Runs of a year: ${words.join(', ')}.` : 'There was no run yet.'
}
