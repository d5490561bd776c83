import type { Middleware } from 'koa'
import type { Logger } from 'pino'

/** The rest of a longer one says nothing. */
const MAX_LOGGED = 500

/**
 * One line a request. Never a body, a header or a query: those carry notes, keys and mail tokens.
 */
export function requestLog(log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    await next()
    const line = {
      method: ctx.method,
      path: loggedPath(ctx.path),
      status: ctx.status,
      ms: Math.round(performance.now() - started),
    }
    if (ctx.path.toLowerCase().startsWith('/api')) log.info(line, 'request')
    else log.debug(line, 'request')
  }
}

/** A path without what could be an address: people type theirs where a username belongs. */
export function loggedPath(path: string): string {
  return path
    .slice(0, MAX_LOGGED)
    .split('/')
    .map((segment) => (/@|%40/.test(segment) ? '…' : segment))
    .join('/')
}
