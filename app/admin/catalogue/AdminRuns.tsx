import type { Job, JobState } from '#shared/catalogue/job.ts'
import type { Pages } from '../desk/usePages.ts'

import { parts } from '#shared/kinds/partCounts.ts'
import { say, t } from '#shared/words/words.ts'
import { AdminList, Fold, Small } from '../desk/AdminList.tsx'
import { KIND_NAMES, STATE_NAMES } from './runWords.ts'

const TONES: Record<JobState, 'ok' | 'wait' | 'bad' | 'info'> = {
  queued: 'info',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  cancelled: 'wait',
}

/** Every run there was, the latest first. */
export function AdminRuns({ from }: { from: Pages<Job> }) {
  return (
    <AdminList
      title={t('History of runs')}
      from={from}
      empty={t('No runs yet')}
      look="entry"
      row={(job, when) => ({
        key: job.id,
        title: say(KIND_NAMES[job.kind]),
        badges: [[say(STATE_NAMES[job.state]), TONES[job.state]]],
        text: <span className="num">{storedWords(job)}</span>,
        more: (
          <>
            {job.error && <div className="small">{job.error}</div>}
            <Small>{whoWords(job, when(job.createdAt))}</Small>
            {job.problems.length > 0 && <Problems of={job} />}
          </>
        ),
      })}
    />
  )
}

function storedWords({ source, saved, added, refused }: Job): string {
  const stored = { source, parts: parts(saved), added }
  return refused > 0
    ? t('{source}: {parts} stored, {added} new, {refused} refused', {
        ...stored,
        refused: parts(refused),
      })
    : t('{source}: {parts} stored, {added} new', stored)
}

function whoWords({ startedBy, resumed }: Job, time: string): string {
  const who = startedBy || t('an account that is gone')
  return resumed > 0
    ? t('By {who} {time}, went on after a restart of the server', { who, time })
    : t('By {who} {time}', { who, time })
}

function Problems({ of: { refused, problems } }: { of: Job }) {
  const { length: count } = problems
  return (
    <Fold name={refused === count ? t('Why') : t('Why (the first {count})', { count })}>
      <ul>
        {problems.map(({ what, reason }) => (
          <li key={`${what} ${reason}`}>
            <span className="mono">{what}</span>: {reason}
          </li>
        ))}
      </ul>
    </Fold>
  )
}
