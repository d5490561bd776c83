/** The operator's word: a header on every sync answer, and rest mode on every route. */
import type { Context, Middleware } from 'koa'

import type { SessionDeps } from '../../accounts/sessions.ts'

import { trimEndOf } from '#shared/text/trimEndOf.ts'
import { ANNOUNCED_HEADER } from '#shared/admin/announced.ts'
import { type FollowedAnnouncement, refuseWhileResting } from '../../announcement/announcement.ts'
import { identify } from './actor.ts'
import { mayNow } from '../../accounts/principal.ts'

/** Reads, whatever their method; sync checks its writes itself. */
const READS = new Set(['/api/sync', '/api/parts/offers', '/api/auth/mailed-link'])
/** Open during rest: an operator has to sign in to end it. */
const SIGN_IN = '/api/auth/login'

/** First middleware of the API. */
export function keepToAnnounced(deps: SessionDeps & { word: FollowedAnnouncement }): Middleware {
  return async (ctx, next) => {
    const path = trimEndOf(ctx.path.toLowerCase(), '/')
    if (path === '/api/sync') {
      const told = deps.word.header()
      if (told !== '') ctx.set(ANNOUNCED_HEADER, told)
    }
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(ctx.method)
    if (isWrite && !READS.has(path) && path !== SIGN_IN && deps.word.current().rest) {
      if (!(await isAdministrators(ctx, deps))) refuseWhileResting(deps.word)
    }
    return next()
  }
}

/** The desk stays open: somebody has to end the rest. */
async function isAdministrators(ctx: Context, deps: SessionDeps): Promise<boolean> {
  const actor = await identify(ctx, deps).catch(() => null)
  return !!actor?.user && mayNow(actor.user, 'operator')
}
