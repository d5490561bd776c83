import { Link } from 'react-router-dom'

import type { Overview, ShownRound } from '#shared/admin/status.ts'

import { links } from '#shared/links.ts'
import { type Later, later, many, numberText, say, t, worded } from '#shared/words/words.ts'
import styles from '../../forms/forms.module.css'
import { FormResult } from '../../forms/FormParts.tsx'
import { useActs } from '../desk/acts.tsx'
import { post } from '../desk/adminData.ts'
import { Rows, Titled, useWhen, type When } from '../desk/AdminList.tsx'
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
  const acts = useActs(onChanged, t('It could not be begun. Please try again.'))
  const when = useWhen()
  const done = ROUNDS.map(({ name, title: heading, text }) => {
    const title = say(heading)
    const round = rounds.find((one) => one.name === name)
    return {
      key: name,
      title,
      badges: [stateOf(round)],
      text: `${say(text)} ${round ? timesOf(round, when) : ''}`,
      acts: [
        {
          name: t('Run now'),
          label: t('Run now: {title}', { title }),
          call: () => post(['rounds', name], {}),
          said: { title: t('Begun'), text: title },
        },
      ],
    }
  })
  const last = jobs.last.map((job) => {
    const { name, tone } = STATES[job.state] ?? { name: job.state }
    const time = when(job.at)
    const words = t('Last {time}: {source}', { time, source: job.source })
    return {
      key: `job ${job.kind}`,
      title: worded(KINDS[job.kind] ?? job.kind),
      badges: [[worded(name), tone] as const],
      text: job.error ? `${words}. ${job.error}` : words,
    }
  })

  return (
    <Titled id="jobs" title={t('Jobs')}>
      <Rows of={[...done, ...last]} acts={acts} />
      <p className={`muted small ${styles.more}`}>
        {stateWords(jobs.states)} <Link to={links.admin()}>{t('All runs of the catalogue')}</Link>
      </p>
      {acts.failure !== undefined && <FormResult text={acts.failure} />}
    </Titled>
  )
}

function stateOf(round: ShownRound | undefined): readonly [string, ('ok' | 'bad')?] {
  if (!round) return [t('Not yet')]
  const { beganAt, failedAt } = round
  return failedAt !== null && Date.parse(failedAt) >= Date.parse(beganAt)
    ? [t('Failed'), 'bad']
    : [t('Done'), 'ok']
}

function timesOf(round: ShownRound, when: When): string {
  const { runs, failures, failedAt, failedStep } = round
  const last = lastWords(round, when)
  if (failures === 0 || failedAt === null) {
    return many(runs, '{last}; once so far.', '{last}; {count} times so far.', { last })
  }
  return many(
    runs,
    '{last}; once so far, {failures} of them failed, last {failed} ({step}).',
    '{last}; {count} times so far, {failures} of them failed, last {failed} ({step}).',
    { last, failures, failed: when(failedAt), step: failedStep ?? '' },
  )
}

function lastWords({ beganAt, took }: ShownRound, when: When): string {
  const time = when(beganAt)
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
