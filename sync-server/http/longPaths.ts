import type { Middleware } from 'koa'
import { t } from '#shared/words/words.ts'

/** More than any address of ours has; what links carry beyond it stands in the query or behind `#`. */
const MAX_PATH = 2_048

/** Refuses longer paths before any pattern looks at them: some take the square of the length. */
export const refuseLongPaths: Middleware = async (ctx, next) => {
  const end = ctx.url.indexOf('?')
  if ((end < 0 ? ctx.url.length : end) <= MAX_PATH) return next()
  ctx.status = 414
  ctx.set('Cache-Control', 'no-store')
  ctx.body = { error: t('This address is too long.'), code: 'too_long' }
}
