import type { LogEntry } from '#shared/kinds/maintenance.ts'
import { t, worded } from '#shared/words/words.ts'

import { Button } from '../ui/controls/Button.tsx'
import { UndoIcon } from '../ui/blocks/icons.tsx'
import { dayText } from '../show/logWords.ts'
import styles from './log.module.css'

/** What was removed last can come back for as long as the screen stands. */
export function RemovedNote({ entry, onUndo }: { entry: LogEntry; onUndo: () => void }) {
  return (
    <div className={`card ${styles.removed}`} role="status">
      <span className="grow">
        {t('Removed: {task}, {day}', { task: worded(entry.task), day: dayText(entry.day) })}
      </span>
      <Button onClick={onUndo}>
        <UndoIcon />
        {t('Undo')}
      </Button>
    </div>
  )
}
