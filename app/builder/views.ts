/** Of the two layouts of a part's row only one is fetched. */
import { loadable } from '../ui/loadable.tsx'
import { preloadRest } from './restViews.ts'

export const PartCells = loadable(async () => (await import('./PartCells.tsx')).PartCells)
export const PartCard = loadable(async () => (await import('./PartCard.tsx')).PartCard)

/** Fetches what the first render needs: without a network of its own to wait for, everything. */
export async function preloadViews(): Promise<void> {
  const isDesk = matchMedia('(min-width: 900px)').matches
  // Absent on plain http, whatever the types say.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const others = workers?.controller ? preloadRest() : undefined
  await Promise.all([(isDesk ? PartCells : PartCard).preload(), others])
}
