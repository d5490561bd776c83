import type { Env } from '../env.ts'
import type { CatalogueSource } from './source.ts'

import { demoSource } from './demoSource.ts'

/** So that a run of the demonstration takes some seconds, as one that reads pages does. */
const DEMO_PACE_MS = 150

/** The retailer's source as the settings have it; null for none. */
export function sourceOf(
  { env, now }: { env: Env; now(): number },
  { demoPaceMs = DEMO_PACE_MS } = {},
): CatalogueSource | null {
  return env.DEMO_CATALOGUE ? demoSource(now, demoPaceMs) : null
}
