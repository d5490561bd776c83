import type { Step } from '#shared/kinds/step.ts'

import { jobSheetGroups, JOB_SHEET_NOTE } from '#shared/kinds/jobSheet.ts'
import { say, t } from '#shared/words/words.ts'
import { SpecSheet } from '../../ui/blocks/SpecSheet.tsx'
import styles from './List.module.css'

/** Job sheet of a list, loaded once the list itself is painted. */
export function JobSheet({ steps }: { steps: readonly Step[] }) {
  const groups = jobSheetGroups(steps)
  return (
    <SpecSheet
      title={t('Job sheet')}
      note={say(JOB_SHEET_NOTE)}
      groups={groups}
      className={styles.sheet}
    />
  )
}
