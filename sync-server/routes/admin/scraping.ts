import type { Context } from 'koa'
import type { Deps } from '../guards/deps.ts'

import Router from '@koa/router'

import type { AdditionalAnswer, Job, JobKind, ScrapeAnswer } from '#shared/catalogue/job.ts'

import { parts } from '#shared/kinds/partCounts.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { requireAdmin } from '../guards/actor.ts'
import { refuseBusy } from '../guards/busy.ts'
import { beginJob } from '../../jobs/jobStore.ts'

/**
 * Starts scrapes of the retailer's parts. Answers when the job is over, however long that takes;
 * with `Prefer: respond-async` at once, as 202 with the job to poll.
 */
export function scrapingRoutes(deps: Deps): Router {
  const router = new Router()

  async function runToItsEnd(ctx: Context, kind: JobKind): Promise<Job | null> {
    const { user } = await requireAdmin(ctx, deps)
    const { source } = deps
    if (!source) {
      throw new Problem('no_source', 501, t('No source of parts is set up on this server.'))
    }
    const begun = await deps.db.transaction((trx) =>
      beginJob(trx, deps, { kind, source: source.name, by: user.id }),
    )
    if ('busy' in begun) return refuseBusy(ctx, begun.busy)
    deps.jobs.poke()
    if (/(^|,)\s*respond-async\b/i.test(ctx.get('Prefer'))) {
      ctx.status = 202
      ctx.set('Preference-Applied', 'respond-async')
      ctx.body = { id: begun.id }
      return null
    }
    const gone = new AbortController()
    ctx.res.once('close', () => gone.abort())
    // The job outlives the request.
    const job = await deps.jobs.finished(begun.id, gone.signal)
    if (job?.state === 'done') return job
    if (job?.state === 'failed') throw new Problem('job_failed', 502, job.error)
    if (job?.state === 'cancelled') {
      const sentence = t('Cancelled after {parts}.', { parts: parts(job.saved) })
      throw new Problem('cancelled', 409, sentence)
    }
    throw new Problem('stopping', 503, t('The server restarts; the run goes on after it.'), {
      retryAfter: 10,
    })
  }

  router.post('/api/scrape/fcpeuro', async (ctx) => {
    const job = await runToItsEnd(ctx, 'scrape')
    if (!job) return
    ctx.body = {
      message: t('Successfully scraped {parts}', { parts: parts(job.done - job.refused) }),
      scrapedCount: job.done - job.refused,
      savedCount: job.saved,
      parts: job.parts,
    } satisfies ScrapeAnswer
  })

  router.post('/api/parts/additional', async (ctx) => {
    const job = await runToItsEnd(ctx, 'additional')
    if (!job) return
    ctx.body = {
      message:
        job.added === 0
          ? t('The source has no more parts')
          : t('Added {parts}', { parts: parts(job.added) }),
      addedCount: job.added,
      parts: job.parts,
    } satisfies AdditionalAnswer
  })

  return router
}
