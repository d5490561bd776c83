import type { Middleware } from 'koa'
import { t } from '#shared/words/words.ts'

/** Longer than any path of ours; links carry more only in the query or behind `#`. */
const MAX_PATH = 2_048

/** Refuses long paths before any pattern runs: some are quadratic. */
export const refuseLongPaths: Middleware = async (ctx, next) => {
  const end = ctx.url.indexOf('?')
  if ((end < 0 ? ctx.url.length : end) <= MAX_PATH) return next()
  ctx.status = 414
  ctx.set('Cache-Control', 'no-store')
  ctx.body = { error: t('This address is too long.'), code: 'too_long' }
}
