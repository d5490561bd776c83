/** What of the builder comes after the parts are there to be typed into. */
import { loadAmountReader } from './fields/amountReader.ts'
import { loadable } from '../ui/browser/loadable.tsx'

const rest = () => import('./BelowParts.tsx')
export const BelowParts = loadable(async () => {
  const { BelowParts: Below, JobSheet } = await rest()
  // It stands first of what is below: coming later it would push the rest down. Without it goes too.
  await JobSheet.preload().catch(() => undefined)
  return Below
})
export const CardMoves = loadable(async () => (await rest()).CardMoves)
export const HistoryButtons = loadable(async () => (await rest()).HistoryButtons)
export const LinkHint = loadable(async () => (await rest()).LinkHint)
export const NearNote = loadable(async () => (await rest()).NearNote)
export const PartsTools = loadable(async () => (await rest()).PartsTools)

const VIEWS = [BelowParts, CardMoves, HistoryButtons, LinkHint, NearNote, PartsTools]

/** Fetches all of it. */
export async function preloadRest(): Promise<void> {
  await Promise.all([loadAmountReader(), ...VIEWS.map((view) => view.preload())])
}

/** Whether all of it is here: with a part of it the whole screen would wait for the others. */
export const hasRest = (): boolean => VIEWS.every((view) => view.isHere())
