import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import { ExportCsv } from './ExportCsv.tsx'
import type { Paging } from './usePages.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'

const FAILED = later('This could not be loaded. Please try again.')
type Words = readonly [more: Later, file: Later, failed?: Later]

const WORDS = {
  requests: [later('Show more requests'), later('Download requests as CSV')],
  hiddenKits: [later('Show more hidden kits'), later('Download hidden kits as CSV')],
  reportedKits: [later('Show more reported kits'), later('Download reported kits as CSV')],
  messages: [later('Show more messages'), later('Download messages as CSV')],
  reportedComments: [
    later('Show more reported comments'),
    later('Download reported comments as CSV'),
  ],
  accounts: [later('Show more accounts'), later('Download accounts as CSV')],
  parts: [later('Show more parts'), later('Download parts as CSV')],
  merchants: [later('Show more merchants'), later('Download merchants as CSV')],
  removedParts: [later('Show more removed parts'), later('Download removed parts as CSV')],
  notes: [later('Show more notes'), later('Download notes as CSV')],
  acts: [later('Show more acts'), later('Download acts as CSV')],
  sessions: [later('Show more sessions'), later('Download sessions as CSV')],
  kits: [later('Show more kits'), later('Download kits as CSV')],
  comments: [later('Show more comments'), later('Download comments as CSV')],
  mails: [later('Show more letters'), later('Download letters as CSV')],
  notices: [later('Show more notices'), later('Download notices as CSV')],
  errors: [later('Show more errors'), later('Download errors as CSV')],
  decisions: [
    later('Show older'),
    later('Export as CSV'),
    later('Older entries could not be loaded.'),
  ],
  runs: [
    later('Show older runs'),
    later('Export as CSV'),
    later('Older runs could not be loaded.'),
  ],
  letters: [later('Show older letters'), later('Export as CSV')],
} satisfies Record<string, Words>

/** End of a desk list: next page, and CSV export. */
export function MoreAndFile({
  of,
  pages: { hasMore, readMore, path },
  file,
}: {
  /** Kind of the list. */
  of: keyof typeof WORDS
  pages: Paging
  /** How the file is called, null for none. */
  file: string | null
}) {
  const [more, whole, failed = FAILED]: Words = WORDS[of]
  const { run, isBusy, failure } = useAction(say(failed))
  if (!hasMore && !file) return null
  return (
    <div className={styles.more}>
      <div className={styles.itemActions}>
        {hasMore && (
          <Button aria-disabled={isBusy} onClick={() => void run(readMore)}>
            {isBusy ? t('Loading...') : say(more)}
          </Button>
        )}
        {file && <ExportCsv path={path} name={file} label={say(whole)} />}
      </div>
      <FormResult text={failure} />
    </div>
  )
}
