import type { Run } from './useRun.ts'

import { isOver } from '#shared/catalogue/job.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Dashboard.module.css'
import { FormResult } from '../FormParts.tsx'
import { cancelRun } from './runsData.ts'
import { count, KIND_NAMES } from './runWords.ts'
import { useAction } from '../useAction.ts'

/** How far a run is, in counts where there are any; it can be ended early. */
export function RunProgress({ run: { id, job, percent, isSilent } }: { run: Run }) {
  const { run, isBusy, failure } = useAction('The run could not be cancelled. Please try again.')
  const isAtEnd = job !== null && isOver(job)
  // A file is imported whole or not at all.
  const mayCancel = job !== null && !isAtEnd && job.kind !== 'feed'
  const isEnding = isBusy || job?.isCancelling === true
  const what = job ? KIND_NAMES[job.kind] : 'Starting'
  const counts = job && countsOf(job)
  return (
    <div className={styles.progress}>
      <div className={styles.figures}>
        <b>{what}</b>
        <b className="num">{percent}%</b>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={`Progress: ${what}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={counts ? `${percent}%, ${counts}` : `${percent}%`}
      >
        <i style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      <p className="muted small num">{counts || 'This may take a few minutes...'}</p>
      {isSilent && (
        <p className="small" role="status">
          The server does not answer just now. The run goes on there.
        </p>
      )}
      {mayCancel && (
        <div>
          <Button
            aria-disabled={isEnding}
            onClick={() => !isEnding && void run(() => cancelRun(id))}
          >
            {isEnding ? 'Cancelling...' : 'Cancel the run'}
          </Button>
        </div>
      )}
      {job?.kind === 'feed' && !isAtEnd && (
        <p className="muted small">It cannot be cancelled: a file is imported whole.</p>
      )}
      <FormResult text={failure} />
    </div>
  )
}

function countsOf(job: NonNullable<Run['job']>): string {
  const of = job.total === null ? '' : ` of ${count(job.total)}`
  if (job.total === null && job.done === 0) return ''
  const refused = job.refused > 0 ? `, ${count(job.refused)} refused` : ''
  const what = job.kind === 'feed' ? 'parts' : 'products'
  return `${count(job.done)}${of} ${what}, ${count(job.saved)} stored${refused}`
}
