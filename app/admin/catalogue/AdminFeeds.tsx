import type { Feed } from '#shared/catalogue/feed.ts'
import type { Source } from '#shared/catalogue/source.ts'
import { t } from '#shared/words/words.ts'
import type { ServerData } from '../../forms/useServerData.ts'

import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import { AdminSection } from '../desk/AdminSection.tsx'
import { AdminUpload } from './AdminUpload.tsx'
import look from './Dashboard.module.css'
import { FeedFacts } from './FeedFacts.tsx'
import { ImportQuestion } from './ImportQuestion.tsx'
import { discardFeed, importFeed, undoFeed } from './catalogueData.ts'
import { useDecision } from '../../forms/useDecision.ts'

interface FeedsProps {
  from: ServerData<Feed[]>
  /** A file may belong to one of them. */
  sources: readonly Source[]
  /** Runs are one at a time. */
  isGoing: boolean
  onImporting: (run: string) => void
  onChanged: () => void
}

/** Feeds: uploaded, reviewed, then imported or discarded. */
export function AdminFeeds(props: FeedsProps) {
  return (
    <section className={`stack ${look.feeds}`} aria-labelledby="feeds">
      <h2 id="feeds">{t('Files of parts')}</h2>
      <AdminUpload sources={props.sources} onSent={props.onChanged} />
      <FeedList {...props} />
    </section>
  )
}

type Act = { feed: Feed; what: 'import' | 'discard' | 'undo' }

function FeedList({ from: feeds, isGoing, onImporting, onChanged }: FeedsProps) {
  const { asked, ask, decide, failure, question } = useDecision<Act>(onChanged)

  async function handle({ feed, what }: Act) {
    const said = what === 'discard' ? { title: t('File discarded'), text: feed.name } : undefined
    await decide(async () => {
      if (what === 'discard') await discardFeed(feed.id)
      else onImporting(await (what === 'undo' ? undoFeed(feed.id) : importFeed(feed.id)))
    }, said)
  }

  return (
    <AdminSection
      title={t('Uploaded files')}
      from={feeds}
      loading={t('Loading files...')}
      empty={{ title: t('No files'), text: t('A file that is uploaded is looked at here first.') }}
      count={feeds.data?.filter(({ state }) => state === 'waiting').length}
      failure={failure}
    >
      {(items) => (
        <>
          {items.map((feed) => (
            <li className={styles.item} key={feed.id}>
              <FeedFacts feed={feed} onRead={onChanged} />
              <Actions feed={feed} isGoing={isGoing} onAsk={(what) => ask({ feed, what })} />
            </li>
          ))}
          <ImportQuestion
            {...question}
            asked={asked && { ...asked, name: asked.feed.name }}
            onConfirm={() => asked && void handle(asked)}
          />
        </>
      )}
    </AdminSection>
  )
}

function Actions({
  feed: { name, state, accepted, mayUndo },
  isGoing,
  onAsk,
}: {
  feed: Feed
  isGoing: boolean
  onAsk: (what: Act['what']) => void
}) {
  // A failed import may be repeated.
  const mayImport = accepted > 0 && (state === 'waiting' || (state === 'importing' && !isGoing))
  const mayDiscard = state === 'waiting' || state === 'reading'
  if (!mayImport && !mayDiscard && !mayUndo) return null
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
      {mayUndo && (
        <Button
          aria-disabled={isGoing}
          aria-label={t('Take back {label}', { label: name })}
          onClick={() => !isGoing && onAsk('undo')}
        >
          {t('Take back')}
        </Button>
      )}
    </div>
  )
}
