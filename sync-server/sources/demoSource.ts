/** Source of a fresh installation: a fictional retailer, without any network. */
import { setTimeout as sleep } from 'node:timers/promises'

import { demoIncoming } from '../demo/demoOffers.ts'
import { RETAILER_PARTS } from '../demo/demoParts.ts'
import { type CatalogueSource, Unfit } from './source.ts'
import { tell } from '../words/told.ts'

const SCRAPE_SIZE = 22
const FIRST_NUMBER = 1_001

/** @param paceMs per page: a run can be watched, and cancelled, like a real one */
export function demoSource(now: () => number, paceMs: number): CatalogueSource {
  const pages = RETAILER_PARTS.map((_, index) => `DEMO-${FIRST_NUMBER + index}`)
  return {
    id: 'demo',
    name: 'Demonstration retailer',
    isDemo: true,
    scrapeSize: SCRAPE_SIZE,
    list: () => Promise.resolve(pages),
    async read(page, signal) {
      const part = RETAILER_PARTS[pages.indexOf(page)]
      if (!part) throw new Unfit(tell('There is no such page.'))
      // The runner checks for the abort.
      if (paceMs > 0) await sleep(paceMs, undefined, { signal }).catch(() => undefined)
      return demoIncoming(part, page, now())
    },
  }
}
