import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import { ExportCsv } from './ExportCsv.tsx'
import type { Pages } from './usePages.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'

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
} satisfies Record<string, readonly [more: Later, file: Later]>

/** End of a desk list: next page, and CSV export. */
export function MoreAndFile({
  of,
  pages: { hasMore, readMore, path },
  file,
}: {
  /** Kind of the list. */
  of: keyof typeof WORDS
  pages: Omit<Pages<unknown>, 'list'>
  /** How the file is called, null for none. */
  file: string | null
}) {
  const [more, whole] = WORDS[of]
  const { run, isBusy, failure } = useAction(t('This could not be loaded. Please try again.'))
  return (
    <div className={styles.more}>
      <div className={styles.itemActions}>
        {hasMore && (
          <Button aria-disabled={isBusy} onClick={() => void run(readMore)}>
            {say(more)}
          </Button>
        )}
        {file && <ExportCsv path={path} name={file} label={say(whole)} />}
      </div>
      <FormResult text={failure} />
    </div>
  )
}
