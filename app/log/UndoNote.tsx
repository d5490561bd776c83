import { useState } from 'react'

import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { UndoIcon } from '../ui/blocks/icons.tsx'
import styles from './log.module.css'

interface UndoNoteProps {
  text: string
  onUndo: () => Promise<void> | void
}

/** Undo of the last action, for as long as the screen is open. */
export function UndoNote({ text, onUndo }: UndoNoteProps) {
  const [isUndoing, setUndoing] = useState(false)

  async function handleUndo() {
    if (isUndoing) return
    setUndoing(true)
    await onUndo()
  }

  return (
    <div className={`card row wrap ${styles.removed}`} role="status">
      <span className="grow">{text}</span>
      <Button aria-disabled={isUndoing} onClick={() => void handleUndo()}>
        <UndoIcon />
        {isUndoing ? t('Taking them out...') : t('Undo')}
      </Button>
    </div>
  )
}
