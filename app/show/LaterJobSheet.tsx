import { type Step, isBlankStep } from '#shared/kinds/step.ts'
import { loadable } from '../ui/browser/loadable.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'

const JobSheet = loadable(async () => (await import('./JobSheet.tsx')).JobSheet)

/** Job sheet of a kit, if it has one, loaded once the kit itself is painted. */
export function LaterJobSheet(props: { steps: readonly Step[]; className?: string | undefined }) {
  const hasSheet = props.steps.some((step) => !isBlankStep(step))
  const isReady = usePreloaded(JobSheet.preload, hasSheet, { isQuiet: true })
  return hasSheet && (isReady || JobSheet.isHere()) && <JobSheet {...props} />
}
