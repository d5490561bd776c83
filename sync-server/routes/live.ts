import type { ActorDeps } from '../http/actor.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Live } from '../sync/live.ts'

import Router from '@koa/router'
import { PassThrough } from 'node:stream'

import { isId } from '#shared/ids.ts'
import { kitScope, MAX_FOLLOWED_KITS, ownerScope, TASK_SCOPE } from '#shared/limits.ts'
import { Problem } from '#shared/problem.ts'
import { requireActor } from '../http/actor.ts'

/** Shorter than what proxies and phones take for a dead connection. */
const PING_MS = 25_000
const MAX_STREAMS = 5
const MAX_UNREAD_BYTES = 64 * 1024

/**
 * `GET /api/sync/live?kits=ID,ID`: a stream of lines, `{"poke":[scope,version]}` when there is
 * something to pull and `{}` every 25 s. Read with fetch, because EventSource sends no token.
 */
export function liveRoutes(env: ActorDeps & { live: Live; metrics: Metrics }): Router {
  const router = new Router()
  const open = new Map<string, number>()

  router.get('/api/sync/live', async (ctx) => {
    const { principal } = await requireActor(ctx, env)
    const scopes = new Set([ownerScope(principal), TASK_SCOPE, ...followed(ctx.query['kits'])])
    const count = open.get(principal) ?? 0
    if (count >= MAX_STREAMS) {
      throw new Problem('too_many', 429, 'There are 5 live connections already.', {
        retryAfter: 60,
      })
    }
    open.set(principal, count + 1)
    env.metrics.liveOpened()
    const stream = new PassThrough()
    const write = (line: object) => {
      // Nobody reads at the other end: it asks again when it lives.
      if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
      else stream.write(`${JSON.stringify(line)}\n`)
    }
    const stop = env.live.subscribe(scopes, ({ scope, version }) =>
      write({ poke: [scope, version] }),
    )
    const ping = setInterval(() => write({}), PING_MS)
    const stopEnd = env.live.onEnd(() => stream.end())
    stream.on('close', () => {
      clearInterval(ping)
      stop()
      stopEnd()
      env.metrics.liveClosed()
      const left = (open.get(principal) ?? 1) - 1
      if (left > 0) open.set(principal, left)
      else open.delete(principal)
    })
    ctx.req.on('close', () => stream.destroy())
    ctx.type = 'application/x-ndjson'
    // nginx and its like hold a stream back otherwise.
    ctx.set('X-Accel-Buffering', 'no')
    ctx.body = stream
    // So that the client knows that it is connected.
    write({})
  })

  return router
}

function followed(text: string | string[] | undefined): string[] {
  const ids = typeof text === 'string' ? text.split(',') : []
  return ids.filter(isId).slice(0, MAX_FOLLOWED_KITS).map(kitScope)
}
