import type { Middleware } from 'koa'

import type { Metrics } from '../metrics/metrics.ts'

import { isFileAddress } from '#shared/links.ts'

/** Counts requests by route pattern: paths are unbounded. */
export function measure(metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    const count = (status: number) =>
      metrics.request({
        route: routeOf(ctx),
        method: ctx.method,
        status,
        seconds: (performance.now() - started) / 1_000,
      })
    try {
      await next()
      count(ctx.status)
    } catch (error) {
      count(500)
      throw error
    }
  }
}

/** The router leaves the pattern that matched; without one it is a page, a file or nothing. */
function routeOf(ctx: { path: string }): string {
  const { _matchedRoute: pattern } = ctx as { _matchedRoute?: unknown }
  if (typeof pattern === 'string') return pattern
  if (/^\/api(\/|$)/i.test(ctx.path)) return 'no route'
  return isFileAddress(ctx.path) ? 'file' : 'page'
}
