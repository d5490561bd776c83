import type { Kit } from '#shared/kinds/kit.ts'

import { jobSheetGroups, JOB_SHEET_NOTE } from '#shared/kinds/jobSheet.ts'
import { say, t } from '#shared/words/words.ts'
import { Markup } from '../ui/text/Markup.tsx'
import { Modal } from '../ui/layers/Modal.tsx'
import { SpecSheet } from '../ui/blocks/SpecSheet.tsx'
import styles from './Garage.module.css'

interface NotesSheetProps {
  kit: Kit
  isOpen: boolean
  onClose: () => void
}

/** Notes and job sheet of the kit. */
export function NotesSheet({ kit, isOpen, onClose }: NotesSheetProps) {
  const groups = jobSheetGroups(kit.steps)
  const hasNotes = kit.notes.trim() !== ''
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('Notes')}>
      <div className={`breaks ${styles.sheet}`}>
        {hasNotes && <Markup text={kit.notes} />}
        {groups.length > 0 && (
          <SpecSheet title={t('Job sheet')} note={say(JOB_SHEET_NOTE)} groups={groups} />
        )}
        {!hasNotes && groups.length === 0 && <p className="muted">{t('This kit has no notes.')}</p>}
      </div>
    </Modal>
  )
}
