import type { Context } from 'koa'
import type { Deps } from '../guards/deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { isTestReport, MAX_REPORTS_BYTES } from '#shared/admin/errorReport.ts'
import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../../auditLog/auditLog.ts'
import { errorsQuery, errorStats, listErrors, readError } from '../../errors/listErrors.ts'
import { readReports } from '../../errors/readReports.ts'
import { recordReports, type Reporter } from '../../errors/recordReports.ts'
import { deviceOf, identify, requireAdmin } from '../guards/actor.ts'
import { readJson } from '../../http/body.ts'
import { adminList } from './adminList.ts'
import { widest } from '../../outside/networkOf.ts'
import { addressOf } from '../../http/rateLimit.ts'

/** Counts reports, not calls: a workshop has many devices behind one address. */
const OF_AN_ADDRESS = { burst: 300, perMs: 20_000 }
const OF_A_WIDE_NETWORK = { burst: 1_200, perMs: 5_000 }
const OF_A_DEVICE = { burst: 100, perMs: 60_000 }

const stateBody = z.object({ resolved: z.boolean() })

const nothing = () => new Problem('not_found', 404, t('There is no such error.'))

/** Error reports: anybody sends, administrators read. */
export function errorsRoutes(deps: Deps): Router {
  const router = new Router()

  router.post('/api/errors/frontend', async (ctx) => {
    const body = await readJson(ctx, MAX_REPORTS_BYTES)
    const all = readReports(body, deps.now())
    await deps.limits.take(`errors:${addressOf(ctx)}`, OF_AN_ADDRESS, all.length)
    const far = widest(addressOf(ctx))
    await deps.limits.take(`errors-around:${far}`, OF_A_WIDE_NETWORK, all.length)
    const { device, by } = await reporter(ctx, deps, far)
    if (device) await deps.limits.take(`errors:${device}`, OF_A_DEVICE, all.length)
    const reports = deps.env.TEST_ERRORS ? all : all.filter((report) => !isTestReport(report))
    if (reports.length > 0) await recordReports(deps, reports, by)
    ctx.body = { accepted: reports.length }
  })

  /** Whether the test page exists; 404 where the operator removed it. */
  router.get('/api/errors/test-page', (ctx) => {
    if (!deps.env.TEST_ERRORS) throw new Problem('not_found', 404, t('There is no test page here.'))
    ctx.body = { enabled: true }
  })

  adminList(router, deps, '/api/errors/logs', {
    query: errorsQuery,
    file: 'wrenchlist-errors',
    read: async (query, after, most) => {
      if (most !== undefined) return listErrors(deps.db, { ...query, limit: most, after })
      const [found, stats] = await Promise.all([
        listErrors(deps.db, query),
        errorStats(deps.db, deps.now()),
      ])
      return { ...found, stats }
    },
    rows: ({ logs }) => logs,
    // Single-line ones.
    columns: [
      ...(['timestamp', 'level', 'message', 'count', 'firstAt', 'resolvedAt'] as const),
      ...(['username', 'url', 'build', 'userAgent'] as const),
    ],
  })

  router.get('/api/errors/logs/:id', async (ctx) => {
    await requireAdmin(ctx, deps)
    const entry = await readError(deps.db, ctx['params']['id'] ?? '')
    if (!entry) throw nothing()
    const { stack, componentStack } = entry
    ctx.body = {
      ...entry,
      sourceStack: stack && (await deps.sourceMaps.resolve(stack)),
      sourceComponentStack: componentStack && (await deps.sourceMaps.resolve(componentStack)),
    }
  })

  router.post('/api/errors/logs/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { resolved } = stateBody.parse(await readJson(ctx))
    const id = ctx['params']['id'] ?? ''
    if (!isId(id)) throw nothing()
    ctx.body = await deps.db.transaction(async (trx) => {
      const at = new Date(deps.now())
      const row: { resolved_at: Date | null } | undefined = await trx('error_groups')
        .where({ id })
        .forUpdate()
        .first('resolved_at')
      if (!row) throw nothing()
      const isResolved = row.resolved_at !== null
      if (isResolved === resolved) return { id, resolvedAt: row.resolved_at?.toISOString() ?? null }
      const resolvedAt = resolved ? at : null
      await trx('error_groups').where({ id }).update({ resolved_at: resolvedAt })
      const action = resolved ? 'resolve_error' : 'reopen_error'
      await audit(trx, deps.now(), { actor: user.id, action, subject: `error:${id}` })
      return { id, resolvedAt: resolvedAt?.toISOString() ?? null }
    })
  })

  return router
}

/** The reporter as far as known: an expired session must not keep a report back. */
async function reporter(ctx: Context, deps: Deps, far: string) {
  const near = far.endsWith('/24') ? far : addressOf(ctx)
  const stranger: Reporter = { class: 'stranger', near, far }
  try {
    const id = (await identify(ctx, deps))?.user?.id
    const by: Reporter = id === undefined ? stranger : { class: 'account', near: id, far: id }
    return { device: deviceOf(ctx), by }
  } catch (error) {
    if (error instanceof Problem) return { device: null, by: stranger }
    throw error
  }
}
