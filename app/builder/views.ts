/** Of the two layouts of a part's row only one is fetched. */
import { loadable } from '../ui/loadable.tsx'

export const PartCells = loadable(async () => (await import('./PartCells.tsx')).PartCells)
export const PartCard = loadable(async () => (await import('./PartCard.tsx')).PartCard)

/** Fetches what the first render needs. What is around the parts comes after it (restViews.ts). */
export async function preloadViews(): Promise<void> {
  const isDesk = matchMedia('(min-width: 900px)').matches
  await (isDesk ? PartCells : PartCard).preload()
}
