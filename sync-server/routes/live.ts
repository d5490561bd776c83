import type { Metrics } from '../metrics/metrics.ts'

import Router from '@koa/router'
import { PassThrough } from 'node:stream'

import { isId } from '#shared/ids.ts'
import { kitScope, MAX_FOLLOWED_KITS, ownerScope, TASK_SCOPE } from '#shared/cells/limits.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { findSession, type SessionDeps } from '../accounts/sessions.ts'
import { requireActor } from './guards/actor.ts'
import { createOpenCounts } from '../http/openCounts.ts'
import { addressOf } from '../http/rateLimit.ts'
import { type Live, sessionScope } from '../sync/live.ts'

/** Below the idle timeouts of proxies and phones. */
const PING_MS = 25_000
/** A browser opens one for all its tabs. */
const MAX_OF_PRINCIPAL = 5
/** Keys are free, so addresses are limited: a workshop of 20 phones has 20 streams. */
const MAX_OF_ADDRESS = 100
/** A refused device polls instead, as all do without a stream. */
const RETRY_S = 60
const MAX_UNREAD_BYTES = 64 * 1024

/**
 * `GET /api/sync/live?kits=ID,ID`: a stream of lines, `{"poke":[scope,version]}` when there is
 * something to pull and `{}` every 25 s. Read with fetch, because EventSource sends no token.
 */
export function liveRoutes(env: SessionDeps & { live: Live; metrics: Metrics }): Router {
  const router = new Router()
  const ofPrincipal = createOpenCounts(MAX_OF_PRINCIPAL)
  const ofAddress = createOpenCounts(MAX_OF_ADDRESS)

  router.get('/api/sync/live', async (ctx) => {
    const { principal, sessionId } = await requireActor(ctx, env)
    const scopes = new Set([ownerScope(principal), TASK_SCOPE, ...followed(ctx.query['kits'])])
    const ending = sessionScope(sessionId ?? '')
    const address = addressOf(ctx)
    if (!ofPrincipal.open(principal)) throw full(MAX_OF_PRINCIPAL)
    if (!ofAddress.open(address)) {
      ofPrincipal.close(principal)
      throw full(MAX_OF_ADDRESS)
    }
    env.metrics.liveOpened()
    const stream = new PassThrough()
    const write = (line: object) => {
      if (stream.writableEnded) return
      // The client does not read: it reconnects if it lives.
      if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
      else stream.write(`${JSON.stringify(line)}\n`)
    }
    const stop = env.live.subscribe(scopes.add(ending), ({ scope, version }) => {
      if (scope === ending) stream.end()
      else write({ poke: [scope, version] })
    })
    const ping = setInterval(() => write({}), PING_MS)
    const stopEnd = env.live.onEnd(() => stream.end())
    stream.on('close', () => {
      clearInterval(ping)
      stop()
      stopEnd()
      env.metrics.liveClosed()
      ofPrincipal.close(principal)
      ofAddress.close(address)
    })
    ctx.req.on('close', () => stream.destroy())
    ctx.type = 'application/x-ndjson'
    // Otherwise nginx and the like buffer the stream.
    ctx.set('X-Accel-Buffering', 'no')
    ctx.body = stream
    // The first line tells the client that it is connected.
    write({})
    // A session may have ended before anybody listened for it.
    if (sessionId && !(await findSession(env, { id: sessionId }))) stream.end()
  })

  return router
}

const full = (count: number): Problem =>
  new Problem('too_many', 429, t('There are {count} live connections already.', { count }), {
    retryAfter: RETRY_S,
  })

function followed(text: string | string[] | undefined): string[] {
  const ids = typeof text === 'string' ? text.split(',') : []
  return ids.filter(isId).slice(0, MAX_FOLLOWED_KITS).map(kitScope)
}
