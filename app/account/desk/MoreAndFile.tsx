import { readText } from '../../api/readText.ts'
import { Button } from '../../ui/Button.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import styles from '../account.module.css'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'

/** Below a list of the desk: its next page, and the whole of it as a file. */
export function MoreAndFile({
  what,
  hasMore,
  readMore,
  file,
}: {
  /** "parts" */
  what: string
  hasMore: boolean
  readMore: () => Promise<void>
  /** Where the file is, null for none. */
  file: { path: string; name: string } | null
}) {
  const { run, isBusy, failure } = useAction('This could not be loaded. Please try again.')
  return (
    <div className={styles.more}>
      <div className={styles.itemActions}>
        {hasMore && (
          <Button aria-disabled={isBusy} onClick={() => void run(readMore)}>
            Show more {what}
          </Button>
        )}
        {file && (
          <Button
            aria-disabled={isBusy}
            onClick={() =>
              void run(async () => saveFile(await readText(file.path), file.name, 'text/csv'))
            }
          >
            Download {what} as CSV
          </Button>
        )}
      </div>
      <FormResult text={failure} />
    </div>
  )
}
