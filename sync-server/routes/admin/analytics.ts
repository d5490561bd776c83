import type { Deps } from '../guards/deps.ts'

import Router from '@koa/router'

import { analyticsBatch } from '#shared/analytics.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { readJson } from '../../http/body.ts'
import { addressOf } from '../../http/rateLimit.ts'

const MAX_BYTES = 64 * 1024
const FORWARD_MS = 5_000
const RETRY_AFTER_SECONDS = 60
const HOUR_MS = 3_600_000
const AN_HOUR = { burst: 60, perMs: HOUR_MS / 120 }

/**
 * Forwards usage events to the collector of ANALYTICS_URL, without the sender's address or browser.
 * Without a collector they are dropped.
 */
export function analyticsRoutes(deps: Deps): Router {
  const router = new Router()

  // Without a collector nobody is asked for consent.
  router.get('/api/consent', (ctx) => {
    ctx.body = { isCounted: deps.env.ANALYTICS_URL !== undefined }
  })

  router.post('/api/analytics', async (ctx) => {
    const { events } = analyticsBatch.parse(await readJson(ctx, MAX_BYTES))
    await deps.limits.take(`analytics:${addressOf(ctx)}`, AN_HOUR)
    const { ANALYTICS_URL } = deps.env
    if (ANALYTICS_URL && !(await forward(ANALYTICS_URL, events))) {
      ctx.set('Retry-After', String(RETRY_AFTER_SECONDS))
      throw new Problem('collector_away', 503, t('The events cannot be taken just now.'))
    }
    ctx.status = 204
  })

  return router
}

async function forward(url: string, events: readonly object[]): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ events }),
      signal: AbortSignal.timeout(FORWARD_MS),
    })
    // An unread body would hold the connection.
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
