import type { ShownRound } from '#shared/admin/status.ts'

import { type Later, later, many, say, t } from '#shared/words/words.ts'
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

/** Recurring work. */
export function StatusRounds({
  rounds,
  onChanged,
}: {
  rounds: ShownRound[]
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

  return (
    <Titled id="jobs" title={t('Jobs')}>
      <Rows of={done} acts={acts} />
      {acts.result}
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
