import { useState } from 'react'

import type { Feed } from '#shared/catalogue/feed.ts'
import type { Source } from '#shared/catalogue/source.ts'
import type { ServerData } from '../useServerData.ts'

import { EXAMPLE_FEED } from '#shared/catalogue/feed.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import { dayAndTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { AdminConfirm } from '../desk/AdminConfirm.tsx'
import { AdminSection } from '../desk/AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import look from './Dashboard.module.css'
import { FEED_STATES_SHOWN, FeedEffects } from './FeedFacts.tsx'
import { importFeed } from './feedsData.ts'
import { SourceForm } from './SourceForm.tsx'
import { SourceMapping } from './SourceMapping.tsx'
import { NEW_SOURCE, removeSource, runSource, settingsOf, undoFeed } from './sourcesData.ts'
import { termsWords, utc } from './sourceWords.ts'

interface SourcesProps {
  from: ServerData<Source[]>
  /** Runs are one at a time. */
  isGoing: boolean
  onRunning: (run: string) => void
  onChanged: () => void
}

type What = 'run' | 'import' | 'undo' | 'remove'
type Asked = { source: Source; feed: Feed | undefined; what: What }

/** Where parts and prices come from by themselves: how each is doing, and what can be done. */
export function AdminSources({ from, isGoing, onRunning, onChanged }: SourcesProps) {
  const [isMaking, setMaking] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { run, isBusy, failure } = useAction('This could not be done. Please try again.')

  async function act({ source, feed, what }: Asked) {
    const isDone = await run(async () => {
      if (what === 'remove') await removeSource(source.id)
      else if (what === 'run') onRunning(await runSource(source.id))
      else if (feed) onRunning(await (what === 'undo' ? undoFeed(feed.id) : importFeed(feed.id)))
    })
    if (!isDone) return
    setAsked(null)
    if (what === 'remove') toast({ title: 'Source removed', text: source.name })
    onChanged()
  }

  return (
    <AdminSection
      title="Sources"
      from={from}
      loading="Loading sources..."
      empty={{
        title: 'No sources',
        text: 'A source keeps itself current: a file at an address that is read on a schedule, or one that you upload.',
      }}
      count={0}
      isMain
      after={
        <div className={look.after}>
          {!asked && <FormResult text={failure} />}
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
                Make a source
              </Button>
              <Button onClick={() => saveFile(EXAMPLE_FEED, 'example-parts.csv', 'text/csv')}>
                Download an example file
              </Button>
            </div>
          )}
          <Question
            asked={asked}
            failure={failure}
            isBusy={isBusy}
            onConfirm={(what) => void act(what)}
            onCancel={() => setAsked(null)}
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
            onAsk={setAsked}
            onRun={() => void act({ source, feed: undefined, what: 'run' })}
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
  onAsk: (asked: Asked) => void
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
          <Badge tone="bad">{failures > 1 ? `Failed ${failures} times` : 'Failed'}</Badge>
        ) : (
          waiting && <Badge tone="wait">Waits for a decision</Badge>
        )}
      </div>
      {error && <div className="small">{error}</div>}
      <div className="muted small">
        {kind === 'address' ? <span className={look.address}>{address}</span> : 'Uploaded by hand'}
        {nextAt !== null && `. ${failures > 0 ? 'Tried again' : 'Next'} ${utc(nextAt)}`}
      </div>
      <div className="muted small">{termsWords(source)}</div>
      {waiting && <FeedEffects feed={waiting} />}
      {runs.length > 0 && (
        <details className={look.problems}>
          <summary>Last runs</summary>
          <ul>
            {runs.map((run) => (
              <li key={run.id}>
                <b>{FEED_STATES_SHOWN[run.state].name}</b> {dayAndTime(run.createdAt, now)} by{' '}
                {run.uploadedBy || 'an account that is gone'}
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
              aria-label={`Import ${name}`}
              onClick={() => !isGoing && onAsk({ source, feed: waiting, what: 'import' })}
            >
              Import
            </Button>
          )}
          {kind === 'address' && (
            <Button
              aria-disabled={isGoing}
              aria-label={`Read ${name} now`}
              onClick={() => !isGoing && onRun()}
            >
              Read now
            </Button>
          )}
          {newest && (
            <Button aria-label={`Columns of ${name}`} onClick={() => setOpened('columns')}>
              Columns
            </Button>
          )}
          <Button aria-label={`Change ${name}`} onClick={() => setOpened('settings')}>
            Change
          </Button>
          {undoable && (
            <Button
              aria-disabled={isGoing}
              aria-label={`Take back the last import of ${name}`}
              onClick={() => !isGoing && onAsk({ source, feed: undoable, what: 'undo' })}
            >
              Take back
            </Button>
          )}
          <Button
            variant="danger"
            aria-label={`Remove ${name}`}
            onClick={() => onAsk({ source, feed: undefined, what: 'remove' })}
          >
            Remove
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

const QUESTIONS: Record<What, { title: string; idle: string; busy: string }> = {
  run: { title: 'Read it now?', idle: 'Read it', busy: 'Starting...' },
  import: { title: 'Import this file?', idle: 'Import the file', busy: 'Starting...' },
  undo: { title: 'Take the import back?', idle: 'Take it back', busy: 'Starting...' },
  remove: { title: 'Remove this source?', idle: 'Remove the source', busy: 'Removing...' },
}

function Question({
  asked,
  failure,
  isBusy,
  onConfirm,
  onCancel,
}: {
  asked: Asked | null
  failure: string
  isBusy: boolean
  onConfirm: (asked: Asked) => void
  onCancel: () => void
}) {
  const what = asked?.what ?? 'import'
  const { title, idle, busy } = QUESTIONS[what]
  return (
    <AdminConfirm
      isOpen={asked !== null}
      title={title}
      variant={what === 'import' ? 'primary' : 'danger'}
      failure={failure}
      isBusy={isBusy}
      words={{ idle, busy }}
      onConfirm={() => asked && onConfirm(asked)}
      onCancel={onCancel}
    >
      <p className={styles.quote}>{asked?.source.name}</p>
      {what === 'import' && asked?.feed && <FeedEffects feed={asked.feed} />}
      {what === 'import' && <p>All of it or nothing; it can be taken back until the next one.</p>}
      {what === 'undo' && (
        <p>
          Prices and parts are as they were before it, but for what others have said since. The next
          file waits for a decision.
        </p>
      )}
      {what === 'remove' && <p>It is not read any more. Its prices stay until they are too old.</p>}
    </AdminConfirm>
  )
}
