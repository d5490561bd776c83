/** The two layouts of a part's row. A phone never fetches the desk's, nor the other way round. */
import { loadable } from '../ui/loadable.tsx'

export const PartCells = loadable(async () => (await import('./PartCells.tsx')).PartCells)
export const PartCard = loadable(async () => (await import('./PartCard.tsx')).PartCard)

/** Fetches the layout of this screen, so that the first render has it. */
export function preloadRowView(): Promise<void> {
  const isDesk = matchMedia('(min-width: 900px)').matches
  return (isDesk ? PartCells : PartCard).preload()
}
