import Router from '@koa/router'
import { version } from '../../package.json'
import { hasAllMigrations } from '../db/migrate.ts'
import { within } from '../db/within.ts'
import type { Deps } from './guards/deps.ts'

const MAX_WAIT_MS = 2_000
const RETRY_AFTER_S = '5'

/**
 * Probes: `/api/health` is 200 while the database answers within two seconds, `/api/ready` while
 * this process should get requests. A process in shutdown is healthy, and not ready.
 */
export function healthRoutes({ db, dbVersion, isStopping, log }: Deps): Router {
  const router = new Router({ prefix: '/api' })

  router.get('/health', async (ctx) => {
    const database = { version: dbVersion }
    try {
      await within(MAX_WAIT_MS, db.raw('select 1'))
      ctx.body = { status: 'ok', database, version }
    } catch (error) {
      log.warn({ err: error }, 'the database does not answer')
      ctx.status = 503
      ctx.set('Retry-After', RETRY_AFTER_S)
      ctx.body = { status: 'unavailable', database, version }
    }
  })

  router.get('/ready', async (ctx) => {
    const status = await readiness()
    ctx.body = { status }
    if (status === 'ready') return
    ctx.status = 503
    ctx.set('Retry-After', RETRY_AFTER_S)
  })

  async function readiness(): Promise<'ready' | 'stopping' | 'not migrated' | 'unavailable'> {
    if (isStopping()) return 'stopping'
    try {
      return (await within(MAX_WAIT_MS, hasAllMigrations(db))) ? 'ready' : 'not migrated'
    } catch (error) {
      log.warn({ err: error }, 'the database does not answer')
      return 'unavailable'
    }
  }

  return router
}
