import { useState } from 'react'

import type { Source } from '#shared/catalogue/source.ts'
import type { ServerData } from '../../forms/useServerData.ts'
import type { Acts } from '../desk/acts.tsx'

import { EXAMPLE_FEED } from '#shared/catalogue/feed.ts'
import { many, say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { AdminList, Fold, Small, useWhen } from '../desk/AdminList.tsx'
import look from '../desk/Admin.module.css'
import { FEED_STATES_SHOWN, FeedEffects } from './FeedFacts.tsx'
import { importQuestion } from './importQuestion.tsx'
import { SourceForm } from './SourceForm.tsx'
import { SourceMapping } from './SourceMapping.tsx'
import { begin, NEW_SOURCE, settingsOf } from './catalogueData.ts'
import { post } from '../desk/adminData.ts'
import { termsWords, utc } from './sourceWords.ts'

interface SourcesProps {
  from: ServerData<Source[]>
  /** Runs are one at a time. */
  isGoing: boolean
  onRunning: (run: string) => void
  onChanged: () => void
}

const waitingOf = ({ runs }: Source) =>
  runs.find(({ state, accepted }) => state === 'waiting' && accepted > 0)

/** Feed sources with their state and actions. */
export function AdminSources({ from, isGoing, onRunning, onChanged }: SourcesProps) {
  const [isMaking, setMaking] = useState(false)

  function actsOn(source: Source): Acts {
    const { id, name, kind, runs } = source
    const waiting = waitingOf(source)
    const undoable = runs.find(({ mayUndo }) => mayUndo)
    const newest = runs[0]
    const doneBy = (onClose: () => void) => () => {
      onClose()
      onChanged()
    }
    return [
      waiting !== undefined && {
        name: t('Import'),
        label: t('Import {name}', { name }),
        variant: 'primary',
        isOff: isGoing,
        question: importQuestion('import', name, waiting),
        call: async () => onRunning(await begin('feeds', waiting.id, 'import')),
      },
      kind === 'address' && {
        name: t('Read now'),
        label: t('Read {name} now', { name }),
        isOff: isGoing,
        call: async () => onRunning(await begin('sources', id, 'run')),
      },
      newest !== undefined && {
        name: t('Columns'),
        label: t('Columns of {name}', { name }),
        form: (onClose) => (
          <SourceMapping source={source} feedId={newest.id} onDone={doneBy(onClose)} />
        ),
      },
      {
        name: t('Change'),
        label: t('Change {name}', { name }),
        form: (onClose) => (
          <SourceForm
            id={id}
            from={settingsOf(source)}
            onDone={doneBy(onClose)}
            onCancel={onClose}
          />
        ),
      },
      undoable !== undefined && {
        name: t('Take back'),
        label: t('Take back the last import of {name}', { name }),
        isOff: isGoing,
        question: importQuestion('undo', name),
        call: async () => onRunning(await begin('feeds', undoable.id, 'undo')),
      },
      {
        name: t('Remove'),
        label: t('Remove {name}', { name }),
        variant: 'danger',
        question: importQuestion('remove', name),
        call: () => post(['sources', id, 'remove'], {}),
        said: { title: t('Source removed'), text: name },
      },
    ]
  }

  return (
    <AdminList
      title={t('Sources')}
      from={from}
      empty={t(
        'A source keeps itself current: a file at an address that is read on a schedule, or one that you upload.',
      )}
      onDone={onChanged}
      after={
        <div className={look.after}>
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
            <div className="wrap">
              <Button variant="primary" onClick={() => setMaking(true)}>
                {t('Make a source')}
              </Button>
              <Button onClick={() => saveFile(EXAMPLE_FEED, 'example-parts.csv', 'text/csv')}>
                {t('Download an example file')}
              </Button>
            </div>
          )}
        </div>
      }
      row={(source) => {
        const { error, failures } = source
        const failedWords =
          failures > 1 ? many(failures, 'Failed {count} time', 'Failed {count} times') : t('Failed')
        return {
          key: source.id,
          title: source.name,
          badges: [
            error !== '' && [failedWords, 'bad'],
            error === '' && waitingOf(source) !== undefined && [t('Waits for a decision'), 'wait'],
          ],
          more: <SourceFacts source={source} />,
          acts: actsOn(source),
        }
      }}
    />
  )
}

function SourceFacts({ source }: { source: Source }) {
  const when = useWhen()
  const { kind, address, error, failures, nextAt, runs } = source
  const waiting = waitingOf(source)
  return (
    <>
      {error && <div className="small">{error}</div>}
      <Small>
        {kind === 'address' ? address : t('Uploaded by hand')}
        {nextAt !== null && `. ${nextWords(failures, nextAt)}`}
      </Small>
      <Small>{termsWords(source)}</Small>
      {waiting && <FeedEffects feed={waiting} />}
      {runs.length > 0 && (
        <Fold name={t('Last runs')}>
          <ul>
            {runs.map((run) => (
              <li key={run.id}>
                <b>{say(FEED_STATES_SHOWN[run.state].name)}</b>{' '}
                {t('{time} by {name}', {
                  time: when(run.createdAt),
                  name: run.uploadedBy || t('an account that is gone'),
                })}
                {run.error && `: ${run.error}`}
                {run.state === 'imported' && <FeedEffects feed={run} />}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  )
}

const nextWords = (failures: number, at: number) =>
  failures > 0 ? t('Tried again {time}', { time: utc(at) }) : t('Next {time}', { time: utc(at) })
