import { useState } from 'react'

import { Button } from '../ui/Button.tsx'
import { UndoIcon } from '../ui/icons.tsx'
import styles from './log.module.css'

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

  const count = ids.length.toLocaleString('en-US')
  return (
    <div className={`card ${styles.removed}`} role="status">
      <span className="grow">
        {count} {ids.length === 1 ? 'entry' : 'entries'} imported
      </span>
      <Button aria-disabled={isUndoing} onClick={() => void handleUndo()}>
        <UndoIcon />
        {isUndoing ? 'Taking them out...' : 'Undo'}
      </Button>
    </div>
  )
}
