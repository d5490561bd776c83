/** Parts of the builder that load after the parts list is usable. */
import { loadAmountReader } from '../rows/amountReader.ts'
import { loadable } from '../../ui/browser/loadable.tsx'

const rest = () => import('./BelowParts.tsx')
export const BelowParts = loadable(async () => {
  const { BelowParts: Below, JobSheet } = await rest()
  // JobSheet is first below the parts: loaded later it would push the rest down.
  await JobSheet.preload().catch(() => undefined)
  return Below
})
export const CardMoves = loadable(async () => (await rest()).CardMoves)
export const HistoryButtons = loadable(async () => (await rest()).HistoryButtons)
export const LinkHint = loadable(async () => (await rest()).LinkHint)
export const NearNote = loadable(async () => (await rest()).NearNote)
export const PartsTools = loadable(async () => (await rest()).PartsTools)

const VIEWS = [BelowParts, CardMoves, HistoryButtons, LinkHint, NearNote, PartsTools]

export async function preloadRest(): Promise<void> {
  await Promise.all([loadAmountReader(), ...VIEWS.map((view) => view.preload())])
}

/** Whether all views are loaded: a missing one would suspend the whole screen. */
export const hasRest = (): boolean => VIEWS.every((view) => view.isHere())
