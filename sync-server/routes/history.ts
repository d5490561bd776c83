import type { SessionDeps } from '../accounts/sessions.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { isId } from '#shared/ids.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { MAX_VERSIONS } from '#shared/kinds/version.ts'
import { t } from '#shared/words/words.ts'
import { requireUser } from './guards/actor.ts'
import { findKit, type FindEnv } from './guards/findKit.ts'
import { amongFew } from '../http/turns.ts'
import { readOriginal, readVersions } from '../sync/read/readHistory.ts'
import { liveKit } from '../sync/read/readKit.ts'

const versionsQuery = z.object({
  ids: z
    .string()
    .transform((text) => text.split(','))
    .refine((ids) => ids.length <= MAX_VERSIONS && ids.every(isId), {
      error: () =>
        t('1 to {most} ids of versions, with commas between them', { most: MAX_VERSIONS }),
    }),
})

/**
 * Older versions are for the owner only: a part may have been removed from a kit on purpose.
 * Everybody else sees the newest.
 */
export function historyRoutes(env: SessionDeps & FindEnv): Router {
  const router = new Router()

  const byKitId = (kitId: string | undefined) => (isId(kitId) ? { kitId } : null)

  router.get('/api/kits/:kitId/versions', async (ctx) => {
    const { principal } = await requireUser(ctx, env)
    const { ids } = versionsQuery.parse(ctx.query)
    const { stored } = await findKit(env, ctx, byKitId(ctx.params['kitId']), (found) => {
      if (found.owner !== principal) throw new Problem('not_owner', 403, sentenceOf('not_owner'))
      return liveKit(found)
    })
    ctx.body = { versions: await amongFew(() => readVersions(env.db, stored.kitId, ids)) }
  })

  router.get('/api/kits/:kitId/lineage', async (ctx) => {
    const { stored } = await findKit(env, ctx, byKitId(ctx.params['kitId']))
    ctx.body = { original: await readOriginal(env.db, stored) }
  })

  return router
}
