import type { Job } from '#shared/catalogue/job.ts'
import type { Run } from './useRun.ts'

import { isOver } from '#shared/catalogue/job.ts'
import { say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './Dashboard.module.css'
import { FormResult } from '../FormParts.tsx'
import { cancelRun } from './runsData.ts'
import { KIND_NAMES } from './runWords.ts'
import { useAction } from '../useAction.ts'

/** How far a run is, in counts where there are any; it can be ended early. */
export function RunProgress({ run: { id, job, percent, isSilent } }: { run: Run }) {
  const { run, isBusy, failure } = useAction(t('The run could not be cancelled. Please try again.'))
  const isAtEnd = job !== null && isOver(job)
  // A file is imported whole or not at all.
  const mayCancel = job !== null && !isAtEnd && job.kind !== 'feed'
  const isEnding = isBusy || job?.isCancelling === true
  const what = job ? say(KIND_NAMES[job.kind]) : t('Starting')
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
        aria-label={t('Progress: {what}', { what })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={counts ? `${percent}%, ${counts}` : `${percent}%`}
      >
        <i style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      <p className="muted small num">{counts || t('This may take a few minutes...')}</p>
      {isSilent && (
        <p className="small" role="status">
          {t('The server does not answer just now. The run goes on there.')}
        </p>
      )}
      {mayCancel && (
        <div>
          <Button
            aria-disabled={isEnding}
            onClick={() => !isEnding && void run(() => cancelRun(id))}
          >
            {isEnding ? t('Cancelling...') : t('Cancel the run')}
          </Button>
        </div>
      )}
      {job?.kind === 'feed' && !isAtEnd && (
        <p className="muted small">{t('It cannot be cancelled: a file is imported whole.')}</p>
      )}
      <FormResult text={failure} />
    </div>
  )
}

function countsOf({ kind, total, done, saved, refused }: Job): string {
  if (total === null && done === 0) return ''
  const stored =
    refused > 0
      ? t('{saved} stored, {refused} refused', { saved, refused })
      : t('{saved} stored', { saved })
  if (total === null) {
    return kind === 'feed'
      ? t('{done} parts, {stored}', { done, stored })
      : t('{done} products, {stored}', { done, stored })
  }
  return kind === 'feed'
    ? t('{done} of {total} parts, {stored}', { done, total, stored })
    : t('{done} of {total} products, {stored}', { done, total, stored })
}
