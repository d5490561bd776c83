import { useState } from 'react'

import type { Kit } from '#shared/kinds/kit.ts'
import type { Marks } from './useMarks.ts'

import { Button } from '../ui/Button.tsx'
import { DockAction } from '../ui/DockAction.tsx'
import { NotesIcon, UndoIcon } from '../ui/icons.tsx'
import { loadable } from '../ui/loadable.tsx'
import { preloadModal } from '../ui/LazyModal.tsx'
import { usePreloaded } from '../ui/usePreloaded.ts'
import styles from './Garage.module.css'

const NotesSheet = loadable(async () => {
  const [{ NotesSheet: Sheet }] = await Promise.all([import('./NotesSheet.tsx'), preloadModal()])
  return Sheet
})

/** What a thumb finds without looking. */
export function GarageDock({ kit, marks }: { kit: Kit; marks: Marks }) {
  const [isOpen, setOpen] = useState(false)
  // Ahead of the press: there may be no signal then.
  const isReady = usePreloaded(NotesSheet.preload, true, { isQuiet: true })
  const { undoLabel } = marks
  return (
    <DockAction isAlone>
      <Button
        className={styles.dockButton ?? ''}
        // Not disabled, so that the focus is not lost with the last step.
        aria-disabled={undoLabel === null}
        aria-label={undoLabel === null ? 'Undo' : `Undo: ${undoLabel}`}
        onClick={marks.undo}
      >
        <UndoIcon />
        Undo
      </Button>
      <Button
        className={styles.dockButton ?? ''}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <NotesIcon />
        Notes
      </Button>
      {isReady && <NotesSheet kit={kit} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </DockAction>
  )
}
