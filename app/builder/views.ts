/** What of the builder is fetched by itself: of the two layouts of a part's row only one. */
import { loadable } from '../ui/loadable.tsx'

export const PartCells = loadable(async () => (await import('./PartCells.tsx')).PartCells)
export const PartCard = loadable(async () => (await import('./PartCard.tsx')).PartCard)

const rest = () => import('./BelowParts.tsx')
export const BelowParts = loadable(async () => (await rest()).BelowParts)
export const RecentBuilds = loadable(async () => (await rest()).RecentBuilds)

/** Fetches what is not there to be typed into: it may come after what is. */
export async function preloadRest(): Promise<void> {
  await Promise.all([BelowParts.preload(), RecentBuilds.preload()])
}

/** Fetches what the first render needs: without a network of its own to wait for, everything. */
export async function preloadViews(): Promise<void> {
  const isDesk = matchMedia('(min-width: 900px)').matches
  // Absent on plain http, whatever the types say.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const others = workers?.controller ? preloadRest() : undefined
  await Promise.all([(isDesk ? PartCells : PartCard).preload(), others])
}
