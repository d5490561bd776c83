// The middleware stack, in order.
import type Router from '@koa/router'
import Koa from 'koa'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import type { Deps } from './routes/guards/deps.ts'
import { createServerErrors } from './errors/serverErrors.ts'
import { serveAssets } from './http/assets.ts'
import { compressJson } from './http/compress.ts'
import { shareFairly } from './http/fairPlaces.ts'
import { apiHeaders, pageHeaders, safeHeaders } from './http/headers.ts'
import { refuseLongPaths } from './http/longPaths.ts'
import { measure } from './http/measure.ts'
import { keepToAnnounced } from './routes/guards/announced.ts'
import { problems } from './routes/guards/problems.ts'
import { requestIds } from './log/requestId.ts'
import { requestLog } from './http/requestLog.ts'
import { accountsRoutes } from './routes/accounts.ts'
import { adminRoutes } from './routes/admin/admin.ts'
import { adminCatalogueRoutes } from './routes/admin/adminCatalogue.ts'
import { analyticsRoutes } from './routes/admin/analytics.ts'
import { calendarRoutes } from './routes/calendar.ts'
import { commentsRoutes } from './routes/comments.ts'
import { contactRoutes } from './routes/contact.ts'
import { correctionsRoutes } from './routes/admin/corrections.ts'
import { deletionRoutes } from './routes/deletion.ts'
import { errorsRoutes } from './routes/admin/errors.ts'
import { feedsRoutes } from './routes/admin/feeds.ts'
import { healthRoutes } from './routes/health.ts'
import { historyRoutes } from './routes/history.ts'
import { kitsRoutes } from './routes/kits.ts'
import { liveRoutes } from './routes/live.ts'
import { notificationsRoutes } from './routes/notifications.ts'
import { peopleRoutes } from './routes/admin/people.ts'
import { pagesRoutes } from './routes/pages.ts'
import { partsRoutes } from './routes/parts.ts'
import { productsRoutes } from './routes/products.ts'
import { scrapingRoutes } from './routes/admin/scraping.ts'
import { secondFactorsRoutes } from './routes/secondFactors.ts'
import { shareRoutes } from './routes/share.ts'
import { sourcesRoutes } from './routes/admin/sources.ts'
import { backupFileRoutes, statusRoutes } from './routes/admin/status.ts'
import { syncRoutes } from './routes/sync.ts'
import { tasksRoutes } from './routes/tasks.ts'
import { vehiclesRoutes } from './routes/vehicles.ts'
import { speakAsAsked } from './words/language.ts'

/** The client disconnected, or sent no HTTP: not our failure. */
const THEIRS = /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|HPE_.*)$/

/** All API routers. */
export const API_ROUTES = [
  healthRoutes,
  accountsRoutes,
  secondFactorsRoutes,
  syncRoutes,
  liveRoutes,
  kitsRoutes,
  historyRoutes,
  commentsRoutes,
  tasksRoutes,
  vehiclesRoutes,
  productsRoutes,
  partsRoutes,
  contactRoutes,
  analyticsRoutes,
  errorsRoutes,
  deletionRoutes,
  notificationsRoutes,
  calendarRoutes,
  adminRoutes,
  adminCatalogueRoutes,
  correctionsRoutes,
  peopleRoutes,
  scrapingRoutes,
  feedsRoutes,
  sourcesRoutes,
  statusRoutes,
  backupFileRoutes,
] satisfies ((deps: Deps) => Router)[]

/** The Koa app; `createServer(deps).callback()` handles node:http requests. */
export function createServer(deps: Deps): Koa {
  const { env, log, assets } = deps
  // Trusts forwarded headers only as far as proxies are configured.
  const app = new Koa({ proxy: env.TRUST_PROXY > 0, maxIpsCount: env.TRUST_PROXY })
  app.on('error', (error: unknown, ctx?: Koa.Context) => {
    const isTheirs = error instanceof Error && 'code' in error && THEIRS.test(String(error.code))
    if (!isTheirs)
      log.error({ err: error, answered: ctx?.response.get('X-Request-Id') }, 'a response failed')
  })

  app.use(requestIds(env.TRUST_PROXY > 0))
  app.use(safeHeaders(env.PUBLIC_URL))
  app.use(requestLog(log))
  app.use(measure(deps.metrics))
  app.use(inApi(apiHeaders))
  app.use(refuseLongPaths)
  app.use(speakAsAsked)
  app.use(inApi(problems(deps, createServerErrors(deps))))
  app.use(shareFairly())
  app.use(inApi(compressJson))
  app.use(inApi(keepToAnnounced(deps)))
  for (const routes of API_ROUTES) {
    app.use(routes(deps).routes())
  }
  app.use(inApi(nothingHere))

  app.use(pageHeaders(assets?.page.identity.bytes.toString('utf8') ?? ''))
  app.use(shareRoutes(deps))
  app.use(pagesRoutes(deps))
  app.use(serveAssets(assets, { killWorker: env.KILL_SW }))
  return app
}

function inApi(middleware: Koa.Middleware): Koa.Middleware {
  return (ctx, next) => (/^\/api(\/|$)/i.test(ctx.path) ? middleware(ctx, next) : next())
}

const nothingHere: Koa.Middleware = (ctx) => {
  // Routers leave the routes whose path matches, whatever the method.
  const { matched } = ctx as { matched?: unknown[] }
  throw matched?.length
    ? new Problem(
        'bad_method',
        405,
        t('{method} is not possible at this address.', { method: ctx.method }),
      )
    : new Problem('not_found', 404, t('There is nothing at this address.'))
}
