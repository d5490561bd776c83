import { useState } from 'react'

import { Button } from '../ui/controls/Button.tsx'
import { UndoIcon } from '../ui/blocks/icons.tsx'
import styles from './log.module.css'
import { many, t } from '#shared/words/words.ts'

/** What was imported last can be taken out again for as long as the screen stands. */
export function ImportedNote({ ids, onUndone }: { ids: string[]; onUndone: () => void }) {
  const [isUndoing, setUndoing] = useState(false)

  async function handleUndo() {
    if (isUndoing) return
    setUndoing(true)
    const { takeBack } = await import('./import/storeEntries.ts')
    await takeBack(ids)
    onUndone()
  }

  return (
    <div className={`card ${styles.removed}`} role="status">
      <span className="grow">
        {many(ids.length, '{count} entry imported', '{count} entries imported')}
      </span>
      <Button aria-disabled={isUndoing} onClick={() => void handleUndo()}>
        <UndoIcon />
        {isUndoing ? t('Taking them out...') : t('Undo')}
      </Button>
    </div>
  )
}
