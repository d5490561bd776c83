import type { Feed } from '#shared/catalogue/feed.ts'
import type { Source } from '#shared/catalogue/source.ts'
import { many, t } from '#shared/words/words.ts'
import type { ServerData } from '../useServerData.ts'

import { useState } from 'react'

import { Button } from '../../ui/controls/Button.tsx'
import { toast } from '../../ui/layers/toast.ts'
import styles from '../account.module.css'
import { AdminConfirm } from '../desk/AdminConfirm.tsx'
import { AdminSection } from '../desk/AdminSection.tsx'
import { AdminUpload } from './AdminUpload.tsx'
import look from './Dashboard.module.css'
import { FeedFacts } from './FeedFacts.tsx'
import { discardFeed, importFeed } from './feedsData.ts'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'

interface FeedsProps {
  from: ServerData<Feed[]>
  /** A file may be of one of them. */
  sources: readonly Source[]
  /** Runs are one at a time. */
  isGoing: boolean
  onImporting: (run: string) => void
  onChanged: () => void
}

/** Files of parts: sent, looked at, then imported or discarded. */
export function AdminFeeds(props: FeedsProps) {
  return (
    <section className={look.feeds} aria-labelledby="feeds">
      <h2 id="feeds">{t('Files of parts')}</h2>
      <AdminUpload sources={props.sources} onSent={props.onChanged} />
      <FeedList {...props} />
    </section>
  )
}

type Asked = { feed: Feed; what: 'import' | 'discard' }

function FeedList({ from: feeds, isGoing, onImporting, onChanged }: FeedsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { run, isBusy, failure } = useAction(t('This could not be done. Please try again.'))

  async function decide({ feed, what }: Asked) {
    const isDone = await run(async () => {
      if (what === 'import') onImporting(await importFeed(feed.id))
      else await discardFeed(feed.id)
    })
    if (!isDone) return
    setAsked(null)
    if (what === 'discard') toast({ title: t('File discarded'), text: feed.name })
    onChanged()
  }

  return (
    <AdminSection
      title={t('Uploaded files')}
      from={feeds}
      loading={t('Loading files...')}
      empty={{ title: t('No files'), text: t('A file that is uploaded is looked at here first.') }}
      count={feeds.data?.filter(({ state }) => state === 'waiting').length}
      after={!asked && <FormResult text={failure} />}
    >
      {(items) => (
        <>
          {items.map((feed) => (
            <li className={styles.item} key={feed.id}>
              <FeedFacts feed={feed} onRead={onChanged} />
              <Actions feed={feed} isGoing={isGoing} onAsk={(what) => setAsked({ feed, what })} />
            </li>
          ))}
          <Question
            asked={asked}
            failure={failure}
            isBusy={isBusy}
            onConfirm={(what) => void decide(what)}
            onCancel={() => setAsked(null)}
          />
        </>
      )}
    </AdminSection>
  )
}

function Actions({
  feed: { name, state, accepted },
  isGoing,
  onAsk,
}: {
  feed: Feed
  isGoing: boolean
  onAsk: (what: Asked['what']) => void
}) {
  // One whose run failed may be begun again.
  const mayImport = accepted > 0 && (state === 'waiting' || (state === 'importing' && !isGoing))
  const mayDiscard = state === 'waiting' || state === 'reading'
  if (!mayImport && !mayDiscard) return null
  return (
    <div className={styles.itemActions}>
      {mayImport && (
        <Button
          variant="primary"
          aria-disabled={isGoing}
          aria-label={t('Import {name}', { name })}
          onClick={() => !isGoing && onAsk('import')}
        >
          {t('Import')}
        </Button>
      )}
      {mayDiscard && (
        <Button
          variant="danger"
          aria-label={t('Discard {name}', { name })}
          onClick={() => onAsk('discard')}
        >
          {t('Discard')}
        </Button>
      )}
    </div>
  )
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
  const isImport = asked?.what === 'import'
  return (
    <AdminConfirm
      isOpen={asked !== null}
      title={isImport ? t('Import this file?') : t('Discard this file?')}
      variant={isImport ? 'primary' : 'danger'}
      failure={failure}
      isBusy={isBusy}
      words={
        isImport
          ? { idle: t('Import the file'), busy: t('Starting...') }
          : { idle: t('Discard the file'), busy: t('Discarding...') }
      }
      onConfirm={() => asked && onConfirm(asked)}
      onCancel={onCancel}
    >
      <p className={styles.quote}>{asked?.feed.name}</p>
      {isImport ? (
        <p>
          {many(
            asked.feed.accepted,
            '{count} offer go into the catalogue, and prices of the same merchants are replaced. All of it or nothing; it can be taken back until the next one.',
            '{count} offers go into the catalogue, and prices of the same merchants are replaced. All of it or nothing; it can be taken back until the next one.',
          )}
        </p>
      ) : (
        <p>{t('It has to be uploaded again to be imported.')}</p>
      )}
    </AdminConfirm>
  )
}
