import type { Build } from '../../data/kits/open/builds.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { setDraft } from '../../data/sync/write/writeQueue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { copyAndTell } from '../../ui/browser/copyText.ts'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { toast } from '../../ui/browser/toast.ts'
import styles from '../parts/partsTools.module.css'
import { columnsByHeads } from '#shared/tables/columnHeads.ts'
import { readPasted } from '#shared/tables/pastedTable.ts'
import { many, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { UNPLACED } from './pasteRows.ts'
import { asOneEdit } from '../undo/undo.ts'

/** Rows without heads, of which each paste may bring some. */
function countRows(text: string): number {
  const rows = readPasted(text)?.rows ?? [[]]
  return rows.filter((row) => !columnsByHeads(row)).length
}

/** Pasted rows that exceeded the kit's limit: nothing is dropped. */
export function Unplaced({ build }: { build: Build }) {
  const { id } = build.kit
  const text = build.drafts.get(`${id}:${UNPLACED}`)
  if (text === undefined) return null
  const count = countRows(text)

  const handleCopy = (rows: string) =>
    copyAndTell(
      rows,
      { title: t('Rows copied'), text: t('Paste them into another kit or a spreadsheet.') },
      t('Save them as a file instead.'),
    )
  function handleForget() {
    const undo = asOneEdit(t('Rows without room'), () => setDraft(id, UNPLACED, null))
    toast({
      title: t('Rows removed'),
      text: many(count, '{count} row', '{count} rows'),
      action: { label: t('Undo'), onPress: undo },
    })
  }
  return (
    <div className={`pad after ${styles.unplaced}`} role="status">
      <p>
        <T
          count={count}
          one="<b>{count} row had no room.</b> A kit has at most {max} lines. They are kept here, on this device, until you take them elsewhere."
          text="<b>{count} rows had no room.</b> A kit has at most {max} lines. They are kept here, on this device, until you take them elsewhere."
          b={(inner) => <b>{inner}</b>}
          max={MAX_LINES}
        />
      </p>
      <div className="wrap after">
        <Button variant="secondary" size="s" onClick={() => void handleCopy(text)}>
          {t('Copy them')}
        </Button>
        <Button
          variant="secondary"
          size="s"
          onClick={() => saveFile(text, 'parts-without-room.tsv', 'text/tab-separated-values')}
        >
          {t('Save as a file')}
        </Button>
        <Button variant="ghost" size="s" onClick={handleForget}>
          {t('Remove')}
        </Button>
      </div>
    </div>
  )
}
