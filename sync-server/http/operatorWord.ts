/** The operator's word on its way: told with every answer of the sync, and kept to by every route. */
import type { Context, Middleware } from 'koa'

import type { ActorDeps } from './actor.ts'
import type { FollowedWord } from '../status/word.ts'

import { trimEndOf } from '#shared/text/trimEndOf.ts'
import { WORD_HEADER } from '#shared/word.ts'
import { refuseWhileResting } from '../status/word.ts'
import { identify } from './actor.ts'

/** These read, whatever their method; the sync looks itself at what it is sent. */
const READS = new Set(['/api/sync', '/api/parts/offers', '/api/auth/mailed-link'])
/** Without it nobody could end the rest. */
const SIGN_IN = '/api/auth/login'

/** In front of all routes of the API. */
export function keepToWord(deps: ActorDeps & { word: FollowedWord }): Middleware {
  return async (ctx, next) => {
    const path = trimEndOf(ctx.path.toLowerCase(), '/')
    if (path === '/api/sync') {
      const told = deps.word.header()
      if (told !== '') ctx.set(WORD_HEADER, told)
    }
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(ctx.method)
    if (isWrite && !READS.has(path) && path !== SIGN_IN && deps.word.current().rest) {
      if (!(await isAdministrators(ctx, deps))) refuseWhileResting(deps.word)
    }
    return next()
  }
}

/** The desk goes on: somebody has to end it. */
async function isAdministrators(ctx: Context, deps: ActorDeps): Promise<boolean> {
  const actor = await identify(ctx, deps).catch(() => null)
  return actor?.user?.isAdmin === true
}
