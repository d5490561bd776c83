import type { CatalogueStats } from '#shared/catalogue/job.ts'
import { say, t } from '#shared/words/words.ts'
import type { Run } from './useRun.ts'

import { useRef, useState } from 'react'

import { ApiError } from '../../api/api.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { CircleAlertIcon, CircleCheckIcon } from '../../ui/blocks/icons.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import { toast } from '../../ui/layers/toast.ts'
import styles from './Dashboard.module.css'
import { isUnanswered, noAnswer, serverWords } from '../failureWords.ts'
import { RunProgress } from './RunProgress.tsx'
import { type Operation, startRun } from './runsData.ts'
import { FAILED, type Outcome, STARTING, UNKNOWN } from './runWords.ts'

/** Gets the retailer's parts, one run at a time, and tells how it goes and how it went. */
export function AdminOperations({
  source,
  run,
  isGoing,
  outcome,
  onStarting,
  onStarted,
  onFailed,
}: {
  /** Undefined while it is not known, null for none. */
  source: CatalogueStats['source'] | undefined
  run: Run | null
  /** There is a run that is not over yet. */
  isGoing: boolean
  outcome: Outcome | null
  onStarting: () => void
  onStarted: (id: string) => void
  onFailed: (outcome: Outcome) => void
}) {
  const [starting, setStarting] = useState<Operation | null>(null)
  // The state is of the last painted screen: a second press may come before the next one.
  const isPressed = useRef(false)
  const isBlocked = isGoing || starting !== null || source === null
  const kind = starting ?? (isGoing ? run?.job?.kind : undefined)

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

  return (
    <section className={`card ${styles.pad}`} aria-labelledby="operations">
      <div className={styles.title}>
        <h2 id="operations">
          {source ? t('{name} catalogue', { name: source.name }) : t('Retailer catalogue')}
        </h2>
        <Badge tone="info">{t('Beta')}</Badge>
        {source?.isDemo && <Badge tone="wait">{t('Demonstration data')}</Badge>}
      </div>
      <p className="muted small">
        {t('2004-2008 Audi S4. A run takes a few minutes and needs a connection.')}
      </p>
      {source === null && (
        <p className="small">{t('No source of parts is set up on this server.')}</p>
      )}
      <div className={styles.buttons}>
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
      {run && <RunProgress run={run} />}
      <Result outcome={outcome} />
    </section>
  )
}

/** How the last run went, said once when it is known. */
function Result({ outcome }: { outcome: Outcome | null }) {
  return (
    <>
      <div role="alert">
        {outcome?.tone === 'bad' && (
          <p className={styles.bad}>
            <CircleAlertIcon />
            <span>{outcome.inline}</span>
          </p>
        )}
      </div>
      <div role="status">
        {outcome?.tone === 'good' && (
          <p className={styles.good}>
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
  const words = isUnanswered(error) ? noAnswer() : serverWords(error, '')
  const isKnown = error instanceof ApiError && words !== ''
  return {
    tone: 'bad',
    title: say(title),
    text: isKnown ? words : say(text),
    inline: isKnown ? words : say(UNKNOWN),
  }
}
