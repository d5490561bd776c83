import { useRef, useState } from 'react'

import type { Run } from './useRun.ts'

import { say, t } from '#shared/words/words.ts'
import { ApiError } from '../../data/api/api.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { CircleAlertIcon, CircleCheckIcon } from '../../ui/blocks/icons.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import { toast } from '../../ui/browser/toast.ts'
import account from '../../forms/forms.module.css'
import styles from '../desk/Admin.module.css'
import { callWords } from '../../forms/failureWords.ts'
import { type Operation, startRun } from './catalogueData.ts'
import { FAILED, type Outcome, STARTING, UNKNOWN, KIND_NAMES } from './runWords.ts'
import { type CatalogueStats, isOver, type Job } from '#shared/catalogue/job.ts'
import { ActButtons, useActs } from '../desk/acts.tsx'
import { post } from '../desk/adminData.ts'

/** Starts scrapes, one at a time, and shows progress and result. */
export function AdminOperations({
  source,
  hasSources,
  run,
  isGoing,
  outcome,
  onStarting,
  onStarted,
  onFailed,
}: {
  /** Undefined while loading, null for none. */
  source: CatalogueStats['source'] | undefined
  /** At addresses: then nobody needs the demonstration any more. */
  hasSources: boolean
  run: Run | null
  /** A run is not over yet. */
  isGoing: boolean
  outcome: Outcome | null
  onStarting: () => void
  onStarted: (id: string) => void
  onFailed: (outcome: Outcome) => void
}) {
  const [starting, setStarting] = useState<Operation | null>(null)
  // State lags behind: a second press may come before the next render.
  const isPressed = useRef(false)
  const isBlocked = isGoing || starting !== null || source === null
  const kind = starting ?? (isGoing ? run?.job?.kind : undefined)
  const isDemoOver = hasSources && source?.isDemo === true

  async function handleStart(operation: Operation) {
    if (isBlocked || isPressed.current) return
    isPressed.current = true
    setStarting(operation)
    onStarting()
    const { title, text } = STARTING[operation]
    toast({ title: say(title), text: say(text) })
    try {
      onStarted(await startRun(operation))
    } catch (error) {
      const how = failureOf(operation, error)
      toast({ title: how.title, text: how.text, tone: 'error' })
      onFailed(how)
    } finally {
      isPressed.current = false
      setStarting(null)
    }
  }

  if (isDemoOver && !run && !outcome) return null
  return (
    <section className={`card ${account.pad} ${account.form}`} aria-labelledby="operations">
      <div className="row wrap">
        <h2 id="operations">
          {source && !isDemoOver
            ? t('{name} catalogue', { name: source.name })
            : t('Retailer catalogue')}
        </h2>
        {!isDemoOver && <Badge tone="info">{t('Beta')}</Badge>}
        {source?.isDemo && !isDemoOver && <Badge tone="wait">{t('Demonstration data')}</Badge>}
      </div>
      {!isDemoOver && (
        <>
          <p className="muted small">
            {t('2004-2008 Audi S4. A run takes a few minutes and needs a connection.')}
          </p>
          {source === null && (
            <p className="small">{t('No source of parts is set up on this server.')}</p>
          )}
          <div className="wrap">
            <Button
              variant="primary"
              aria-disabled={isBlocked}
              onClick={() => void handleStart('scrape')}
            >
              {kind === 'scrape' && <Spinner />}
              {kind === 'scrape' ? t('Scraping...') : t('Start Scraping')}
            </Button>
            <Button aria-disabled={isBlocked} onClick={() => void handleStart('additional')}>
              {kind === 'additional' && <Spinner />}
              {kind === 'additional' ? t('Adding...') : t('Add 10 More Parts')}
            </Button>
          </div>
        </>
      )}
      {run && <RunProgress run={run} />}
      <Result outcome={outcome} />
    </section>
  )
}

/** Result of the last run, announced once. */
function Result({ outcome }: { outcome: Outcome | null }) {
  return (
    <>
      <div role="alert">
        {outcome?.tone === 'bad' && (
          <p className={account.failure}>
            <CircleAlertIcon />
            <span>{outcome.inline}</span>
          </p>
        )}
      </div>
      <div role="status">
        {outcome?.tone === 'good' && (
          <p className={account.done}>
            <CircleCheckIcon />
            <span>{outcome.inline}</span>
          </p>
        )}
      </div>
    </>
  )
}

function failureOf(operation: Operation, error: unknown): Outcome {
  const { title, text } = FAILED[operation]
  const words = callWords(error, '')
  const isKnown = error instanceof ApiError && words !== ''
  return {
    tone: 'bad',
    title: say(title),
    text: isKnown ? words : say(text),
    inline: isKnown ? words : say(UNKNOWN),
  }
}

/** Progress of a run, in counts where known, with a cancel button. */
function RunProgress({ run: { id, job, percent, isSilent } }: { run: Run }) {
  const acts = useActs(() => undefined, t('The run could not be cancelled. Please try again.'))
  const isAtEnd = job !== null && isOver(job)
  // A file is imported whole or not at all.
  const mayCancel = job !== null && !isAtEnd && job.kind !== 'feed'
  const isEnding = acts.isBusy || job?.isCancelling === true
  const what = job ? say(KIND_NAMES[job.kind]) : t('Starting')
  const counts = job && countsOf(job)
  return (
    <div className={`stack ${styles.progress}`}>
      <div className="row between breaks">
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
          <ActButtons
            of={acts}
            acts={[
              {
                name: isEnding ? t('Cancelling...') : t('Cancel the run'),
                isOff: isEnding,
                // It ends at the next product.
                call: () => post(['jobs', id, 'cancel']),
              },
            ]}
          />
        </div>
      )}
      {job?.kind === 'feed' && !isAtEnd && (
        <p className="muted small">{t('It cannot be cancelled: a file is imported whole.')}</p>
      )}
      {acts.result}
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
