import type { JobKind } from '#shared/catalogue/job.ts'
import type { Files } from '../feeds/files.ts'
import type { Worker } from './jobRunner.ts'
import type { ScrapeDeps } from './scrape.ts'

import { additionalWorker, scrapeWorker } from './scrape.ts'

/** Who does which kind of job. */
export function workersOf(deps: ScrapeDeps & { files: Files }): Record<JobKind, Worker> {
  return {
    scrape: scrapeWorker(deps),
    additional: additionalWorker(deps),
    feed: ({ job: { id, subject, done }, runner, signal }) =>
      deps.files.run(
        { does: 'import', job: { id, subject, done, runner }, now: deps.now() },
        signal,
      ),
  }
}
