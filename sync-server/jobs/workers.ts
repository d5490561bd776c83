import type { JobKind } from '#shared/catalogue/job.ts'
import type { SourceDeps } from '../feeds/runSource.ts'
import type { Worker } from './jobRunner.ts'
import type { ScrapeDeps } from './scrape.ts'

import { letGo } from '../feeds/feedStore.ts'
import { sourceWorker } from '../feeds/runSource.ts'
import { additionalWorker, scrapeWorker } from './scrape.ts'

/** Who does which kind of job. */
export function workersOf(deps: ScrapeDeps & SourceDeps): Record<JobKind, Worker> {
  const { db, files, now } = deps
  return {
    scrape: scrapeWorker(deps),
    additional: additionalWorker(deps),
    async feed({ job: { id, subject }, runner, signal }) {
      const feedId = subject ?? ''
      try {
        await files.run({ does: 'import', job: { id, feedId, runner }, now: now() }, signal)
      } finally {
        // Of one that goes on after a stop the next try says so again.
        await letGo(db, feedId)
      }
    },
    undo: ({ job: { id, subject }, runner, signal }) =>
      files.run({ does: 'undo', job: { id, feedId: subject ?? '', runner }, now: now() }, signal),
    source: sourceWorker(deps),
  }
}
