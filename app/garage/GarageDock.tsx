import { useState } from 'react'

import type { Kit } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import type { Marks } from './useMarks.ts'

import { classes } from '../ui/look/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { DockAction } from '../ui/layers/DockAction.tsx'
import { NotesIcon, UndoIcon } from '../ui/blocks/icons.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { preloadModal } from '../ui/layers/LazyModal.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import styles from './Garage.module.css'
import { MarkChoice } from './MarkChoice.tsx'
import { useGarageSettings } from './settings.ts'

const NotesSheet = loadable(async () => {
  const [{ NotesSheet: Sheet }] = await Promise.all([import('./NotesSheet.tsx'), preloadModal()])
  return Sheet
})

interface GarageDockProps {
  kit: Kit
  marks: Marks
  /** Without any there is nothing to mark. */
  hasParts: boolean
}

/** What a thumb finds without looking: what a tap means, the way back, the notes. */
export function GarageDock({ kit, marks, hasParts }: GarageDockProps) {
  const [isOpen, setOpen] = useState(false)
  const isLeftHanded = useGarageSettings((settings) => settings.isLeftHanded)
  // Ahead of the press: there may be no signal then.
  const isReady = usePreloaded(NotesSheet.preload, true, { isQuiet: true })
  const { undoLabel } = marks
  return (
    <DockAction isAlone>
      <div className={classes(styles.dock, isLeftHanded && styles.left)}>
        <Button
          // Not disabled, so that the focus is not lost with the last step.
          aria-disabled={undoLabel === null}
          aria-label={undoLabel === null ? t('Undo') : t('Undo: {what}', { what: undoLabel })}
          onClick={marks.undo}
        >
          <UndoIcon />
          {t('Undo')}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <NotesIcon />
          {t('Notes')}
        </Button>
        {hasParts && <MarkChoice />}
      </div>
      {isReady && <NotesSheet kit={kit} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </DockAction>
  )
}
