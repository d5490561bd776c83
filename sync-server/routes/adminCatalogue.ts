import type { Deps } from '../deps.ts'

import Router from '@koa/router'

import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { requireAdmin } from '../http/actor.ts'
import { activeJob, cancelJob, listJobs, readJob } from '../jobs/jobStore.ts'
import { readStats } from '../parts/readStats.ts'

const noJob = () => new Problem('not_found', 404, 'There is no such run.')

/** What administrators see of the catalogue, and of the work on it. */
export function adminCatalogueRoutes(deps: Deps): Router {
  const router = new Router()
  const { db } = deps

  router.get('/api/admin/stats', async (ctx) => {
    await requireAdmin(ctx, deps)
    const { source } = deps
    ctx.body = {
      ...(await readStats(db)),
      source: source && { name: source.name, isDemo: source.isDemo },
      job: await activeJob(db),
    }
  })

  router.get('/api/admin/jobs', async (ctx) => {
    await requireAdmin(ctx, deps)
    const { before } = ctx.query
    if (before !== undefined && !isId(before)) {
      throw new Problem('bad_cursor', 422, 'This place in the list is not readable.', {
        field: 'before',
      })
    }
    ctx.body = await listJobs(db, before ?? null)
  })

  router.get('/api/admin/jobs/:id', async (ctx) => {
    await requireAdmin(ctx, deps)
    const job = await readJob(db, ctx['params']['id'] ?? '')
    if (!job) throw noJob()
    ctx.body = job
  })

  router.post('/api/admin/jobs/:id/cancel', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const job = await readJob(db, ctx['params']['id'] ?? '')
    if (!job) throw noJob()
    if (job.kind === 'feed') {
      throw new Problem(
        'cannot_cancel',
        409,
        'A file that is being imported is imported whole. It can be discarded before that.',
      )
    }
    ctx.body = await cancelJob(db, deps.now, job.id, user.id)
  })

  return router
}
