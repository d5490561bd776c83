import { Button } from '../../ui/controls/Button.tsx'
import styles from '../account.module.css'
import { ExportCsv, type ListFile } from './ExportCsv.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { later, say, t } from '#shared/words/words.ts'

const WORDS = {
  requests: {
    more: later('Show more requests'),
    file: later('Download requests as CSV'),
  },
  hiddenKits: {
    more: later('Show more hidden kits'),
    file: later('Download hidden kits as CSV'),
  },
  reportedKits: {
    more: later('Show more reported kits'),
    file: later('Download reported kits as CSV'),
  },
  messages: {
    more: later('Show more messages'),
    file: later('Download messages as CSV'),
  },
  reportedComments: {
    more: later('Show more reported comments'),
    file: later('Download reported comments as CSV'),
  },
  accounts: {
    more: later('Show more accounts'),
    file: later('Download accounts as CSV'),
  },
  parts: {
    more: later('Show more parts'),
    file: later('Download parts as CSV'),
  },
  merchants: {
    more: later('Show more merchants'),
    file: later('Download merchants as CSV'),
  },
  removedParts: {
    more: later('Show more removed parts'),
    file: later('Download removed parts as CSV'),
  },
  notes: {
    more: later('Show more notes'),
    file: later('Download notes as CSV'),
  },
  acts: {
    more: later('Show more acts'),
    file: later('Download acts as CSV'),
  },
  sessions: {
    more: later('Show more sessions'),
    file: later('Download sessions as CSV'),
  },
  kits: {
    more: later('Show more kits'),
    file: later('Download kits as CSV'),
  },
  comments: {
    more: later('Show more comments'),
    file: later('Download comments as CSV'),
  },
  mails: {
    more: later('Show more letters'),
    file: later('Download letters as CSV'),
  },
  notices: {
    more: later('Show more notices'),
    file: later('Download notices as CSV'),
  },
  errors: {
    more: later('Show more errors'),
    file: later('Download errors as CSV'),
  },
}

/** Below a list of the desk: its next page, and the whole of it as a file. */
export function MoreAndFile({
  of,
  hasMore,
  readMore,
  file,
}: {
  /** What is listed. */
  of: keyof typeof WORDS
  hasMore: boolean
  readMore: () => Promise<void>
  /** Where the file is, null for none. */
  file: ListFile | null
}) {
  const { run, isBusy, failure } = useAction(t('This could not be loaded. Please try again.'))
  return (
    <div className={styles.more}>
      <div className={styles.itemActions}>
        {hasMore && (
          <Button aria-disabled={isBusy} onClick={() => void run(readMore)}>
            {say(WORDS[of].more)}
          </Button>
        )}
        {file && <ExportCsv {...file} label={say(WORDS[of].file)} />}
      </div>
      <FormResult text={failure} />
    </div>
  )
}
