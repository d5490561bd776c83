import type { Step } from '#shared/kinds/step.ts'

import { jobSheetGroups, JOB_SHEET_NOTE } from '#shared/kinds/jobSheet.ts'
import { say, t } from '#shared/words/words.ts'
import { SpecSheet } from '../ui/blocks/SpecSheet.tsx'

/** Job sheet of a kit, loaded once the kit itself is painted. */
export function JobSheet({ steps, className }: { steps: readonly Step[]; className?: string }) {
  const groups = jobSheetGroups(steps)
  return (
    <SpecSheet
      title={t('Job sheet')}
      note={say(JOB_SHEET_NOTE)}
      groups={groups}
      className={className}
    />
  )
}
