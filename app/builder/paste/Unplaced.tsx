import type { Build } from '../../kits/open/builds.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { setDraft } from '../../sync/write/pump.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copyText.ts'
import { saveFile } from '../../ui/saveFile.ts'
import { toast } from '../../ui/toast.ts'
import styles from '../parts/partsTools.module.css'
import { columnsByHeads } from '#shared/text/pastedColumns.ts'
import { readPasted } from '#shared/text/pastedTable.ts'
import { counted } from '#shared/text/counted.ts'
import { UNPLACED } from './pasteRows.ts'
import { asOneEdit } from '../undo/undo.ts'

/** The rows, without that of the heads. */
function countRows(text: string): number {
  const [first = [], ...rest] = readPasted(text)?.rows ?? [[]]
  return rest.length + (columnsByHeads(first) ? 0 : 1)
}

/** Pasted rows the kit had no room for: nothing a person brought is dropped. */
export function Unplaced({ build }: { build: Build }) {
  const { id } = build.kit
  const text = build.drafts.get(`${id}:${UNPLACED}`)
  if (text === undefined) return null
  const rows = counted(countRows(text), 'row')

  async function handleCopy() {
    const isCopied = await copyText(text ?? '')
    toast(
      isCopied
        ? { title: 'Rows copied', text: 'Paste them into another kit or a spreadsheet.' }
        : { title: 'Could not copy', text: 'Save them as a file instead.', tone: 'error' },
    )
  }
  function handleForget() {
    const undo = asOneEdit('Rows without room', () => setDraft(id, UNPLACED, null))
    toast({ title: 'Rows removed', text: rows, action: { label: 'Undo', onPress: undo } })
  }
  return (
    <div className={styles.unplaced} role="status">
      <p>
        <b>{rows} had no room.</b> {`A kit has at most ${MAX_LINES} lines. They are kept here, on`}{' '}
        this device, until you take them elsewhere.
      </p>
      <div className={styles.unplacedActions}>
        <Button variant="secondary" size="s" onClick={() => void handleCopy()}>
          Copy them
        </Button>
        <Button
          variant="secondary"
          size="s"
          onClick={() => saveFile(text, 'parts-without-room.tsv', 'text/tab-separated-values')}
        >
          Save as a file
        </Button>
        <Button variant="ghost" size="s" onClick={handleForget}>
          Remove
        </Button>
      </div>
    </div>
  )
}
