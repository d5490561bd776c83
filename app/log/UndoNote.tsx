import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { UndoIcon } from '../ui/blocks/icons.tsx'
import styles from './log.module.css'

/** What was taken out last can come back for as long as the screen stands. */
export function UndoNote({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <div className={`card ${styles.removed}`} role="status">
      <span className="grow">{text}</span>
      <Button onClick={onUndo}>
        <UndoIcon />
        {t('Undo')}
      </Button>
    </div>
  )
}
