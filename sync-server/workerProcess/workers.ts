import type { JobKind } from '#shared/catalogue/job.ts'
import type { Worker } from '../jobs/jobRunner.ts'

import { letGo } from '../feeds/feedStore.ts'
import { dropFile } from '../feeds/spool.ts'
import { type SourceDeps, sourceWorker } from '../feeds/runSource.ts'
import { additionalWorker, type ScrapeDeps, scrapeWorker } from '../sources/scrape.ts'

/** Worker of each kind of job. */
export function workersOf(deps: ScrapeDeps & SourceDeps): Record<JobKind, Worker> {
  const { db, env, files, now } = deps
  return {
    scrape: scrapeWorker(deps),
    additional: additionalWorker(deps),
    async feed({ job: { id, subject }, runner, signal }) {
      const feedId = subject ?? ''
      try {
        await files.run({ does: 'import', job: { id, feedId, runner }, now: now() }, signal)
        const [sourceId]: string[] = await db('feeds').where({ id: feedId }).pluck('source_id')
        if (sourceId) await dropFile(env, sourceId)
      } finally {
        // If the job resumes after a shutdown, the next attempt sets the state again.
        await letGo(db, feedId)
      }
    },
    undo: ({ job: { id, subject }, runner, signal }) =>
      files.run({ does: 'undo', job: { id, feedId: subject ?? '', runner }, now: now() }, signal),
    source: sourceWorker(deps),
  }
}
