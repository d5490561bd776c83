import { isBlankStep, type Step } from '#shared/kinds/step.ts'
import { loadable } from '../ui/browser/loadable.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'

const JobSheet = loadable(async () => (await import('./JobSheet.tsx')).JobSheet)

/** The job sheet of a kit that has one, once the kit itself is painted. */
export function LazyJobSheet(props: { steps: readonly Step[]; className?: string }) {
  const isWanted = props.steps.some((step) => !isBlankStep(step))
  const isReady = usePreloaded(JobSheet.preload, isWanted, { isQuiet: true })
  return isWanted && (isReady || JobSheet.isHere()) && <JobSheet {...props} />
}
