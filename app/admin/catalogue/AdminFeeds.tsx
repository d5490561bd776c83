import type { Feed } from '#shared/catalogue/feed.ts'
import type { Source } from '#shared/catalogue/source.ts'
import { t } from '#shared/words/words.ts'
import type { ServerData } from '../../forms/useServerData.ts'
import type { Acts } from '../desk/acts.tsx'

import { AdminList } from '../desk/AdminList.tsx'
import { AdminUpload } from './AdminUpload.tsx'
import styles from '../../forms/forms.module.css'
import { FeedFacts } from './FeedFacts.tsx'
import { importQuestion } from './importQuestion.tsx'
import { begin } from './catalogueData.ts'
import { post } from '../desk/adminData.ts'

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
export function AdminFeeds({ from, sources, isGoing, onImporting, onChanged }: FeedsProps) {
  function actsOn(feed: Feed): Acts {
    const { id, name, state, accepted, mayUndo } = feed
    // A failed import may be repeated.
    const mayImport = accepted > 0 && (state === 'waiting' || (state === 'importing' && !isGoing))
    return [
      mayImport && {
        name: t('Import'),
        label: t('Import {name}', { name }),
        variant: 'primary',
        isOff: isGoing,
        question: importQuestion('import', name, feed),
        call: async () => onImporting(await begin('feeds', id, 'import')),
      },
      (state === 'waiting' || state === 'reading') && {
        name: t('Discard'),
        label: t('Discard {name}', { name }),
        variant: 'danger',
        question: importQuestion('discard', name),
        call: () => post(['feeds', id, 'discard']),
        said: { title: t('File discarded'), text: name },
      },
      mayUndo === true && {
        name: t('Take back'),
        label: t('Take back {label}', { label: name }),
        isOff: isGoing,
        question: importQuestion('undo', name),
        call: async () => onImporting(await begin('feeds', id, 'undo')),
      },
    ]
  }

  return (
    <section className={styles.form} aria-labelledby="feeds">
      <h2 id="feeds">{t('Files of parts')}</h2>
      <AdminUpload sources={sources} onSent={onChanged} />
      <AdminList
        title={t('Uploaded files')}
        from={from}
        empty={t('No files')}
        count={from.data?.filter(({ state }) => state === 'waiting').length}
        onDone={onChanged}
        row={(feed) => ({
          key: feed.id,
          more: <FeedFacts feed={feed} onRead={onChanged} />,
          acts: actsOn(feed),
        })}
      />
    </section>
  )
}
