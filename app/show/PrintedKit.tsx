import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from '../data/kits/open/builds.ts'

import { loadable } from '../ui/browser/loadable.tsx'
import { useDelayed } from '../ui/browser/useDelayed.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'

const KitOnPaper = loadable(async () => (await import('./KitOnPaper.tsx')).KitOnPaper)

/** The kit itself paints first. */
const AFTER_MS = 1_000

/** Makes its screen print as the kit's print sheet. Renders nothing. */
export function PrintedKit(props: { build: Build; kit: Kit }) {
  const isReady = usePreloaded(KitOnPaper.preload, useDelayed(true, AFTER_MS), { isQuiet: true })
  return isReady && <KitOnPaper {...props} />
}
