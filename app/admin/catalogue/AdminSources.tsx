import { useEffect, useEffectEvent, useState } from 'react'

import type { Source } from '#shared/catalogue/source.ts'
import type { ServerData } from '../../forms/useServerData.ts'
import type { Acts } from '../desk/acts.tsx'

import { EXAMPLE_FEED, type Feed } from '#shared/catalogue/feed.ts'
import { many, say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { AdminList, Small } from '../desk/AdminList.tsx'
import look from '../desk/Admin.module.css'
import { AdminUpload } from './AdminUpload.tsx'
import { FEED_STATES_SHOWN, FeedFacts } from './FeedFacts.tsx'
import { importQuestion } from './importQuestion.tsx'
import { SourceForm } from './SourceForm.tsx'
import { begin } from './catalogueData.ts'
import { post } from '../desk/adminData.ts'
import { termsWords, utc } from './sourceWords.ts'

const POLL_MS = 1_000

interface SourcesProps {
  from: ServerData<Source[]>
  /** Files without a source. */
  feeds: readonly Feed[]
  /** Runs are one at a time. */
  isGoing: boolean
  onRunning: (run: string) => void
  onChanged: () => void
}

/** A source with its runs, or a file by itself: the newest first. */
interface Entry {
  id: string
  name: string
  source: Source | null
  runs: readonly Feed[]
}

const entryOf = (source: Source): Entry => ({ ...source, source })
const entryBy = (feed: Feed): Entry => ({ ...feed, source: null, runs: [feed] })

const isWaiting = ({ state, accepted }: Feed) => state === 'waiting' && accepted > 0

/** Whether its columns and amounts are decided about at its newest file. */
const isLookedAt = ({ source, runs: [newest] }: Entry) =>
  source?.kind === 'upload' && (newest?.state === 'waiting' || newest?.state === 'refused')

/** Sources of parts: files that are uploaded or read at an address, with what is done about them. */
export function AdminSources({ from, feeds, isGoing, onRunning, onChanged }: SourcesProps) {
  const [isMaking, setMaking] = useState(false)
  const data = from.data && [...from.data.map(entryOf), ...feeds.map(entryBy)]
  const isReading = data?.some(({ runs: [newest] }) => newest?.state === 'reading') === true
  const handleRead = useEffectEvent(onChanged)

  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(() => handleRead(), POLL_MS)
    return () => clearInterval(timer)
  }, [isReading])

  function runActs({ name, source, runs }: Entry): Acts {
    const newest = runs[0]
    // A failed import may be repeated.
    const importable = runs.find(
      (run) => isWaiting(run) || (run.state === 'importing' && run.accepted > 0 && !isGoing),
    )
    const open = runs.find(({ state }) => state === 'waiting' || state === 'reading')
    const isUnused = source?.kind === 'upload' && source.lastOkAt === null
    const undoable = runs.find(({ mayUndo }) => mayUndo)
    const discarded = open ?? (isUnused && newest?.state === 'refused' ? newest : undefined)
    return [
      importable !== undefined && {
        name: t('Import'),
        label: t('Import {name}', { name }),
        variant: 'primary',
        isOff: isGoing,
        question: importQuestion('import', name, importable),
        call: async () => onRunning(await begin('feeds', importable.id, 'import')),
      },
      discarded !== undefined && {
        name: t('Discard'),
        label: t('Discard {name}', { name }),
        variant: 'danger',
        question: importQuestion('discard', name),
        call: () => post(['feeds', discarded.id, 'discard']),
        said: { title: t('File discarded'), text: name },
      },
      undoable !== undefined && {
        name: t('Take back'),
        label: source
          ? t('Take back the last import of {name}', { name })
          : t('Take back {label}', { label: name }),
        isOff: isGoing,
        question: importQuestion('undo', name),
        call: async () => onRunning(await begin('feeds', undoable.id, 'undo')),
      },
    ]
  }

  function sourceActs(source: Source): Acts {
    const { id, name, kind } = source
    const doneBy = (onClose: () => void) => () => {
      onClose()
      onChanged()
    }
    return [
      kind === 'address' && {
        name: t('Read now'),
        label: t('Read {name} now', { name }),
        isOff: isGoing,
        call: async () => onRunning(await begin('sources', id, 'run')),
      },
      kind === 'upload' && {
        name: t('Next file'),
        label: t('Next file of {name}', { name }),
        form: (onClose) => <AdminUpload sourceId={id} onSent={doneBy(onClose)} />,
      },
      !isLookedAt(entryOf(source)) && {
        name: t('Change'),
        label: t('Change {name}', { name }),
        form: (onClose) => (
          <SourceForm source={source} onDone={doneBy(onClose)} onCancel={onClose} />
        ),
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
      from={{ ...from, data }}
      count={data?.filter(({ runs }) => runs.some(isWaiting)).length}
      empty={t(
        'A source keeps itself current: a file at an address that is read on a schedule, or one that you upload.',
      )}
      onDone={onChanged}
      after={
        <div className={look.after}>
          <AdminUpload onSent={onChanged} />
          {isMaking ? (
            <SourceForm
              source={null}
              onDone={() => {
                setMaking(false)
                onChanged()
              }}
              onCancel={() => setMaking(false)}
            />
          ) : (
            <div className="wrap">
              <Button onClick={() => setMaking(true)}>{t('Make a source of an address')}</Button>
              <Button onClick={() => saveFile(EXAMPLE_FEED, 'example-parts.csv', 'text/csv')}>
                {t('Download an example file')}
              </Button>
            </div>
          )}
        </div>
      }
      row={(entry) => {
        const { id, name, source, runs } = entry
        const { error = '', failures = 0 } = source ?? {}
        const failedWords =
          failures > 1 ? many(failures, 'Failed {count} time', 'Failed {count} times') : t('Failed')
        const shown = runs[0] && FEED_STATES_SHOWN[runs[0].state]
        return {
          key: id,
          title: name,
          badges: [
            error !== '' && [failedWords, 'bad'],
            error === '' && shown !== undefined && [say(shown.name), shown.tone],
          ],
          more: <EntryFacts entry={entry} onChanged={onChanged} />,
          acts: [...runActs(entry), ...(source ? sourceActs(source) : [])],
        }
      }}
    />
  )
}

function EntryFacts({ entry, onChanged }: { entry: Entry; onChanged: () => void }) {
  const { source, runs } = entry
  const [newest] = runs
  const error = source?.error ?? ''
  return (
    <>
      {error && error !== newest?.error && <div className="small">{error}</div>}
      {source && (
        <>
          <Small>
            {source.kind === 'address' ? source.address : t('Uploaded by hand')}
            {source.nextAt !== null && `. ${nextWords(source.failures, source.nextAt)}`}
          </Small>
          <Small>{termsWords(source)}</Small>
        </>
      )}
      {newest && <FeedFacts feed={newest} />}
      {/* A file that was read anew has columns of its own. */}
      {source && isLookedAt(entry) && (
        <SourceForm key={newest?.id} source={source} onDone={onChanged} />
      )}
    </>
  )
}

const nextWords = (failures: number, at: number) =>
  failures > 0 ? t('Tried again {time}', { time: utc(at) }) : t('Next {time}', { time: utc(at) })
