import { Link } from 'react-router-dom'

import type { Overview, ShownRound } from '#shared/admin/status.ts'

import { links } from '#shared/links.ts'
import { type Later, later, many, numberText, say, t, worded } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import look from './Status.module.css'
import { runRound } from './statusData.ts'
import { duration } from './statusWords.ts'

const ROUNDS: { name: string; title: Later; text: Later }[] = [
  {
    name: 'housekeeping',
    title: later('Housekeeping'),
    text: later('Every hour: what has expired is erased, what is due is processed.'),
  },
  {
    name: 'notifications',
    title: later('Notifications'),
    text: later('Every minute: watches, services that are due, and who is told.'),
  },
  {
    name: 'minute',
    title: later('Mail, alerts and figures'),
    text: later('Every minute: letters that wait, alerts, the figures above, old backups.'),
  },
]

const KINDS: Record<string, Later> = {
  scrape: later('Scraping'),
  additional: later('More parts'),
  feed: later('Import of a file'),
  source: later('Run of a source'),
  undo: later('Import taken back'),
}

const STATES: Record<string, { name: Later; tone?: 'ok' | 'wait' | 'bad' }> = {
  queued: { name: later('Waiting'), tone: 'wait' },
  running: { name: later('Running'), tone: 'wait' },
  done: { name: later('Done'), tone: 'ok' },
  failed: { name: later('Failed'), tone: 'bad' },
  cancelled: { name: later('Cancelled') },
}

/** Recurring work, and long jobs of the catalogue. */
export function StatusRounds({
  rounds,
  jobs,
  onChanged,
}: {
  rounds: ShownRound[]
  jobs: Overview['jobs']
  onChanged: () => void
}) {
  const { run, isBusy, failure } = useAction(t('It could not be begun. Please try again.'))
  const now = useNow()

  async function handleRun(name: string, title: string) {
    if (await run(() => runRound(name), { title: t('Begun'), text: title })) onChanged()
  }

  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs" className={styles.mainTitle}>
        {t('Jobs')}
      </h2>
      <ul className="card">
        {ROUNDS.map(({ name, title: heading, text }) => {
          const title = say(heading)
          return (
            <li className={styles.item} key={name}>
              <div className={styles.rowTitle}>
                {title}
                <RoundState round={rounds.find((round) => round.name === name)} />
              </div>
              <div className="muted small">
                {say(text)}{' '}
                <RoundTimes round={rounds.find((round) => round.name === name)} now={now} />
              </div>
              <div className={styles.itemActions}>
                <Button
                  aria-disabled={isBusy}
                  aria-label={t('Run now: {title}', { title })}
                  onClick={() => void handleRun(name, title)}
                >
                  {t('Run now')}
                </Button>
              </div>
            </li>
          )
        })}
        {jobs.last.map((job) => {
          const { name, tone } = STATES[job.state] ?? { name: job.state }
          return (
            <li className={styles.item} key={job.kind}>
              <div className={styles.rowTitle}>
                {worded(KINDS[job.kind] ?? job.kind)}
                <Badge {...(tone && { tone })}>{worded(name)}</Badge>
              </div>
              <div className="muted small">
                {t('Last {time}: {source}', {
                  time: dayAndTime(Date.parse(job.at), now),
                  source: job.source,
                })}
                {job.error && `. ${job.error}`}
              </div>
            </li>
          )
        })}
      </ul>
      <p className={`muted small ${look.below}`}>
        {stateWords(jobs.states)} <Link to={links.admin()}>{t('All runs of the catalogue')}</Link>
      </p>
      <FormResult text={failure} />
    </section>
  )
}

function RoundState({ round }: { round: ShownRound | undefined }) {
  if (!round) return <Badge>{t('Not yet')}</Badge>
  const isFailed =
    round.failedAt !== null && Date.parse(round.failedAt) >= Date.parse(round.beganAt)
  return <Badge tone={isFailed ? 'bad' : 'ok'}>{isFailed ? t('Failed') : t('Done')}</Badge>
}

function RoundTimes({ round, now }: { round: ShownRound | undefined; now: number }) {
  if (!round) return null
  const { runs, failures, failedAt, failedStep } = round
  const last = lastWords(round, now)
  if (failures === 0 || failedAt === null) {
    return many(runs, '{last}; once so far.', '{last}; {count} times so far.', { last })
  }
  return many(
    runs,
    '{last}; once so far, {failures} of them failed, last {failed} ({step}).',
    '{last}; {count} times so far, {failures} of them failed, last {failed} ({step}).',
    { last, failures, failed: dayAndTime(Date.parse(failedAt), now), step: failedStep ?? '' },
  )
}

function lastWords({ beganAt, took }: ShownRound, now: number): string {
  const time = dayAndTime(Date.parse(beganAt), now)
  return took === null
    ? t('Last {time}', { time })
    : t('Last {time}, for {duration}', { time, duration: duration(took / 1_000) })
}

function stateWords(states: Record<string, number>): string {
  const words = Object.entries(states).map(
    ([state, value]) => `${worded(STATES[state]?.name ?? state)}: ${numberText(value)}`,
  )
  return words.length > 0
    ? t('Runs of a year: {words}.', { words: words.join(', ') })
    : t('There was no run yet.')
}
