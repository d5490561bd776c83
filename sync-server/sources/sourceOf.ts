import type { CatalogueSource } from './source.ts'

import { type AmazonDeps, amazonSource } from './amazonSource.ts'
import { demoSource } from './demoSource.ts'
import { retailerSource, type RetailerDeps } from './retailerSource.ts'

/** So that a run of the demonstration takes some seconds, as one that reads pages does. */
const DEMO_PACE_MS = 150

/** The retailer's source as the settings have it; null for none. */
export function sourceOf(
  deps: RetailerDeps & AmazonDeps,
  { demoPaceMs = DEMO_PACE_MS } = {},
): CatalogueSource | null {
  const demo = deps.env.DEMO_CATALOGUE ? demoSource(deps.now, demoPaceMs) : null
  return retailerSource(deps) ?? amazonSource(deps) ?? demo
}
