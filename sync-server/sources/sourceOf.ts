import type { CatalogueSource } from './source.ts'

import { type AmazonDeps, amazonSource } from './amazonSource.ts'
import { demoSource } from './demoSource.ts'
import { retailerSource, type RetailerDeps } from './retailerSource.ts'

/** A demo run takes some seconds, as a real one does. */
const DEMO_PACE_MS = 150

/** The configured source; null for none. */
export function sourceOf(
  deps: RetailerDeps & AmazonDeps,
  { demoPaceMs = DEMO_PACE_MS } = {},
): CatalogueSource | null {
  const demo = deps.env.DEMO_CATALOGUE ? demoSource(deps.now, demoPaceMs) : null
  return retailerSource(deps) ?? amazonSource(deps) ?? demo
}
