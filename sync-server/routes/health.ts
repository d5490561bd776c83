import Router from '@koa/router'
import { version } from '../../package.json'
import type { Deps } from '../deps.ts'

/** For monitors: 200 while the database answers within two seconds, else 503. */
export function healthRoutes({ db, dbKind, dbVersion, log }: Deps): Router {
  const router = new Router({ prefix: '/api' })

  router.get('/health', async (ctx) => {
    const database = { kind: dbKind, version: dbVersion }
    try {
      await db.raw('select 1').timeout(2_000)
      ctx.body = { status: 'ok', database, version }
    } catch (error) {
      log.warn({ err: error }, 'the database does not answer')
      ctx.status = 503
      ctx.set('Retry-After', '5')
      ctx.body = { status: 'unavailable', database, version }
    }
  })

  return router
}
