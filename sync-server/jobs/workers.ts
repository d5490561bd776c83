import type { JobKind } from '#shared/catalogue/job.ts'
import type { Worker } from './jobRunner.ts'
import type { ScrapeDeps } from './scrape.ts'

import { feedWorker } from './importFeed.ts'
import { additionalWorker, scrapeWorker } from './scrape.ts'

/** Who does which kind of job. */
export function workersOf(deps: ScrapeDeps): Record<JobKind, Worker> {
  return {
    scrape: scrapeWorker(deps),
    additional: additionalWorker(deps),
    feed: feedWorker(deps),
  }
}
