import type { Deps } from '../guards/deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { MAX_PRICE_CENTS } from '#shared/money/money.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../../auditLog/auditLog.ts'
import { placeOf } from './adminList.ts'
import { requireAdmin } from '../guards/actor.ts'
import { readJson } from '../../http/body.ts'
import { activeJob, cancelJob, listJobs, readJob } from '../../jobs/jobStore.ts'
import { setTerms } from '../../catalogue/merchantTerms.ts'
import { readStats } from '../../catalogue/readStats.ts'

const cents = z.int('whole cents').min(0, 'not below 0').max(MAX_PRICE_CENTS, 'too much').nullable()

const termsBody = z.object({
  historyAllowed: z.boolean(),
  maxAgeHours: z.int('whole hours').min(1, 'at least 1').max(8_760, 'at most 8,760'),
  shippingCents: cents,
  freeShippingFromCents: cents,
})

const jobsQuery = placeOf(/^[\w-]{22}$/)

const noJob = () => new Problem('not_found', 404, t('There is no such run.'))

/** Administrators' view of the catalogue, and of jobs on it. */
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
    ctx.body = await listJobs(db, jobsQuery.parse(ctx.query).after ?? null)
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
    ctx.body = await cancelJob(db, deps.now, job.id, user.id)
  })

  router.post('/api/admin/merchants/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const terms = termsBody.parse(await readJson(ctx))
    const id = ctx['params']['id'] ?? ''
    const changed = /^\d{1,9}$/.test(id) ? await setTerms(db, Number(id), terms) : null
    if (!changed) throw new Problem('not_found', 404, t('There is no such merchant.'))
    await db.transaction((trx) =>
      audit(trx, deps.now(), {
        actor: user.id,
        action: 'change_merchant',
        subject: `merchant:${id}`,
        details: { name: changed.name, ...terms },
      }),
    )
    ctx.body = changed
  })

  return router
}
