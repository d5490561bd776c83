import type { Job, JobState } from '#shared/catalogue/job.ts'
import type { Pages } from '../desk/usePages.ts'

import { parts } from '#shared/kinds/partCounts.ts'
import { say, t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { AdminSection } from '../desk/AdminSection.tsx'
import look from './Dashboard.module.css'
import { FormResult } from '../../forms/FormParts.tsx'
import { KIND_NAMES, STATE_NAMES } from './runWords.ts'
import { useAction } from '../../forms/useAction.ts'

const TONES: Record<JobState, 'ok' | 'wait' | 'bad' | 'info'> = {
  queued: 'info',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  cancelled: 'wait',
}

/** Every run there was, the latest first. */
export function AdminRuns({ pages: { list, hasMore, readMore } }: { pages: Pages<Job> }) {
  const { run, isBusy, failure } = useAction(t('Older runs could not be loaded.'))
  return (
    <AdminSection
      title={t('History of runs')}
      from={list}
      loading={t('Loading runs...')}
      empty={{ title: t('No runs yet'), text: t('Runs are listed here, with what they brought.') }}
      count={0}
      isMain
      after={
        <div className={styles.more}>
          {hasMore && (
            <Button aria-disabled={isBusy} onClick={() => void run(readMore)}>
              {isBusy ? t('Loading...') : t('Show older runs')}
            </Button>
          )}
          <FormResult text={failure} />
        </div>
      }
    >
      {(jobs) => jobs.map((job) => <RunRow key={job.id} job={job} />)}
    </AdminSection>
  )
}

function RunRow({ job }: { job: Job }) {
  const now = useNow()
  const who = job.startedBy || t('an account that is gone')
  const time = dayAndTime(job.createdAt, now)
  const stored = { source: job.source, parts: parts(job.saved), added: job.added }
  return (
    <li className={styles.entry}>
      <div className={styles.rowTitle}>
        {say(KIND_NAMES[job.kind])}
        <Badge tone={TONES[job.state]}>{say(STATE_NAMES[job.state])}</Badge>
      </div>
      <div className="muted small num">
        {job.refused > 0
          ? t('{source}: {parts} stored, {added} new, {refused} refused', {
              ...stored,
              refused: parts(job.refused),
            })
          : t('{source}: {parts} stored, {added} new', stored)}
      </div>
      {job.error && <div className="small">{job.error}</div>}
      <div className="muted small">
        {job.resumed > 0
          ? t('By {who} {time}, went on after a restart of the server', { who, time })
          : t('By {who} {time}', { who, time })}
      </div>
      {job.problems.length > 0 && (
        <details className={look.problems}>
          <summary>
            {job.refused === job.problems.length
              ? t('Why')
              : t('Why (the first {count})', { count: job.problems.length })}
          </summary>
          <ul>
            {job.problems.map(({ what, reason }) => (
              <li key={`${what} ${reason}`}>
                <span className="mono">{what}</span>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
