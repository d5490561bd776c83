import { useState } from 'react'

import type { Source } from '#shared/catalogue/source.ts'
import type { ServerData } from '../../forms/useServerData.ts'

import { EXAMPLE_FEED, type Feed } from '#shared/catalogue/feed.ts'
import { many, say, t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { AdminSection } from '../desk/AdminSection.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { useDecision } from '../../forms/useDecision.ts'
import look from './Dashboard.module.css'
import { FEED_STATES_SHOWN, FeedEffects } from './FeedFacts.tsx'
import { importFeed } from './catalogueData.ts'
import { type Asked, ImportQuestion } from './ImportQuestion.tsx'
import { SourceForm } from './SourceForm.tsx'
import { SourceMapping } from './SourceMapping.tsx'
import { NEW_SOURCE, removeSource, runSource, settingsOf, undoFeed } from './catalogueData.ts'
import { termsWords, utc } from './sourceWords.ts'

interface SourcesProps {
  from: ServerData<Source[]>
  /** Runs are one at a time. */
  isGoing: boolean
  onRunning: (run: string) => void
  onChanged: () => void
}

type Act = { source: Source; feed?: Feed; what: 'run' | 'import' | 'undo' | 'remove' }

/** Feed sources with their state and actions. */
export function AdminSources({ from, isGoing, onRunning, onChanged }: SourcesProps) {
  const [isMaking, setMaking] = useState(false)
  const { asked, ask, decide, isBusy, failure, question } = useDecision<Act & Pick<Asked, 'what'>>(
    onChanged,
  )

  async function act({ source, feed, what }: Act) {
    const said = what === 'remove' ? { title: t('Source removed'), text: source.name } : undefined
    await decide(async () => {
      if (what === 'remove') await removeSource(source.id)
      else if (what === 'run') onRunning(await runSource(source.id))
      else if (feed) onRunning(await (what === 'undo' ? undoFeed(feed.id) : importFeed(feed.id)))
    }, said)
  }

  return (
    <AdminSection
      title={t('Sources')}
      from={from}
      loading={t('Loading sources...')}
      empty={{
        title: t('No sources'),
        text: t(
          'A source keeps itself current: a file at an address that is read on a schedule, or one that you upload.',
        ),
      }}
      count={0}
      isMain
      after={
        <div className={look.after}>
          {failure !== undefined && <FormResult text={failure} />}
          {isMaking ? (
            <SourceForm
              id={null}
              from={NEW_SOURCE}
              onDone={() => {
                setMaking(false)
                onChanged()
              }}
              onCancel={() => setMaking(false)}
            />
          ) : (
            <div className={look.buttons}>
              <Button variant="primary" onClick={() => setMaking(true)}>
                {t('Make a source')}
              </Button>
              <Button onClick={() => saveFile(EXAMPLE_FEED, 'example-parts.csv', 'text/csv')}>
                {t('Download an example file')}
              </Button>
            </div>
          )}
          <ImportQuestion
            {...question}
            asked={asked && { ...asked, name: asked.source.name }}
            onConfirm={() => asked && void act(asked)}
          />
        </div>
      }
    >
      {(sources) =>
        sources.map((source) => (
          <SourceItem
            key={source.id}
            source={source}
            isGoing={isGoing || isBusy}
            onAsk={ask}
            onRun={() => void act({ source, what: 'run' })}
            onChanged={onChanged}
          />
        ))
      }
    </AdminSection>
  )
}

function SourceItem({
  source,
  isGoing,
  onAsk,
  onRun,
  onChanged,
}: {
  source: Source
  isGoing: boolean
  onAsk: (asked: Act & Pick<Asked, 'what'>) => void
  onRun: () => void
  onChanged: () => void
}) {
  const [opened, setOpened] = useState<'settings' | 'columns' | null>(null)
  const now = useNow()
  const { name, kind, address, error, failures, nextAt, runs } = source
  const waiting = runs.find(({ state, accepted }) => state === 'waiting' && accepted > 0)
  const undoable = runs.find(({ mayUndo }) => mayUndo)
  const newest = runs[0]
  const done = () => {
    setOpened(null)
    onChanged()
  }
  return (
    <li className={styles.item}>
      <div className={styles.rowTitle}>
        {name}
        {error ? (
          <Badge tone="bad">
            {failures > 1
              ? many(failures, 'Failed {count} time', 'Failed {count} times')
              : t('Failed')}
          </Badge>
        ) : (
          waiting && <Badge tone="wait">{t('Waits for a decision')}</Badge>
        )}
      </div>
      {error && <div className="small">{error}</div>}
      <div className="muted small">
        {kind === 'address' ? (
          <span className={styles.address}>{address}</span>
        ) : (
          t('Uploaded by hand')
        )}
        {nextAt !== null && `. ${nextWords(failures, nextAt)}`}
      </div>
      <div className="muted small">{termsWords(source)}</div>
      {waiting && <FeedEffects feed={waiting} />}
      {runs.length > 0 && (
        <details className={look.problems}>
          <summary>{t('Last runs')}</summary>
          <ul>
            {runs.map((run) => (
              <li key={run.id}>
                <b>{say(FEED_STATES_SHOWN[run.state].name)}</b>{' '}
                {t('{time} by {name}', {
                  time: dayAndTime(run.createdAt, now),
                  name: run.uploadedBy || t('an account that is gone'),
                })}
                {run.error && `: ${run.error}`}
                {run.state === 'imported' && <FeedEffects feed={run} />}
              </li>
            ))}
          </ul>
        </details>
      )}
      {opened === null && (
        <div className={styles.itemActions}>
          {waiting && (
            <Button
              variant="primary"
              aria-disabled={isGoing}
              aria-label={t('Import {name}', { name })}
              onClick={() => !isGoing && onAsk({ source, feed: waiting, what: 'import' })}
            >
              {t('Import')}
            </Button>
          )}
          {kind === 'address' && (
            <Button
              aria-disabled={isGoing}
              aria-label={t('Read {name} now', { name })}
              onClick={() => !isGoing && onRun()}
            >
              {t('Read now')}
            </Button>
          )}
          {newest && (
            <Button
              aria-label={t('Columns of {name}', { name })}
              onClick={() => setOpened('columns')}
            >
              {t('Columns')}
            </Button>
          )}
          <Button aria-label={t('Change {name}', { name })} onClick={() => setOpened('settings')}>
            {t('Change')}
          </Button>
          {undoable && (
            <Button
              aria-disabled={isGoing}
              aria-label={t('Take back the last import of {name}', { name })}
              onClick={() => !isGoing && onAsk({ source, feed: undoable, what: 'undo' })}
            >
              {t('Take back')}
            </Button>
          )}
          <Button
            variant="danger"
            aria-label={t('Remove {name}', { name })}
            onClick={() => onAsk({ source, what: 'remove' })}
          >
            {t('Remove')}
          </Button>
        </div>
      )}
      {opened === 'settings' && (
        <SourceForm
          id={source.id}
          from={settingsOf(source)}
          onDone={done}
          onCancel={() => setOpened(null)}
        />
      )}
      {opened === 'columns' && newest && (
        <SourceMapping source={source} feedId={newest.id} onDone={done} />
      )}
    </li>
  )
}

const nextWords = (failures: number, at: number) =>
  failures > 0 ? t('Tried again {time}', { time: utc(at) }) : t('Next {time}', { time: utc(at) })
