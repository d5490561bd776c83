import { useState } from 'react'

import type { Kit } from '#shared/kinds/kit.ts'
import type { Marks } from './useMarks.ts'

import { t, inContext } from '#shared/words/words.ts'
import { classes } from '../ui/look/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { DockAction } from '../ui/layers/DockAction.tsx'
import { NotesIcon, UndoIcon } from '../ui/blocks/icons.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { preloadModal } from '../ui/layers/LazyModal.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import styles from './Garage.module.css'
import { useGarageSettings, setGarage } from './settings.ts'
import { Segments } from '../ui/controls/Segments.tsx'
import { MARKS, type MarkStatus } from './statusWords.ts'

const NotesSheet = loadable(async () => {
  const [{ NotesSheet: Sheet }] = await Promise.all([import('./NotesSheet.tsx'), preloadModal()])
  return Sheet
})

interface GarageDockProps {
  kit: Kit
  marks: Marks
  /** Without parts there is nothing to mark. */
  hasParts: boolean
}

/** Bottom bar for the thumb: mark to set, undo, notes. */
export function GarageDock({ kit, marks, hasParts }: GarageDockProps) {
  const [isOpen, setOpen] = useState(false)
  const isLeftHanded = useGarageSettings((settings) => settings.isLeftHanded)
  // Preloaded: the device may be offline at the press.
  const isReady = usePreloaded(NotesSheet.preload, true, { isQuiet: true })
  const { undoLabel } = marks
  return (
    <DockAction isAlone>
      <div className={classes('grow wrap', styles.dock, isLeftHanded && styles.left)}>
        <Button
          // Not disabled, so that the last undo does not lose the focus.
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

/** Short words: three marks fit beside two buttons on 360 px. */
const WORDS: Readonly<Record<MarkStatus, () => string>> = {
  have: () => inContext('mark', 'Have'),
  ordered: () => inContext('mark', 'Ordered'),
  fitted: () => inContext('mark', 'Fitted'),
}

/** Mark that a tap sets. */
function MarkChoice() {
  const mark = useGarageSettings((settings) => settings.mark)
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{t('A tap marks as')}</span>
      <Segments
        label={t('A tap marks as')}
        choices={MARKS.map((value) => ({ value, name: WORDS[value]() }))}
        chosen={mark}
        onChoose={(chosen) => setGarage({ mark: chosen })}
      />
    </div>
  )
}
