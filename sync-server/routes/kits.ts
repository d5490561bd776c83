import type { ApplyEnv } from '../sync/applyOps.ts'

import Router from '@koa/router'

import { isBuildId, isId, newDeviceSecret } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { actorOf, devicePrincipal } from '../http/actor.ts'
import { readJson } from '../http/body.ts'
import { autoSave } from '../sync/autoSave.ts'
import { autoSaveBody } from '../sync/autoSaveBody.ts'
import { kitAnswer, publicKit, readKit } from '../sync/readKit.ts'

/** Reading a kit by its id is public; writing one is its owner's. */
export function kitsRoutes(env: ApplyEnv): Router {
  const router = new Router()

  const answer = async (by: { kitId: string } | { buildId: string } | null) => {
    const stored = by && (await readKit(env.db, by))
    const kit = stored && publicKit(stored)
    if (!stored || !kit) throw new Problem('not_found', 404, 'Parts list not found')
    return kitAnswer(kit, stored)
  }
  const byBuildId = (buildId: string | undefined) => (isBuildId(buildId) ? { buildId } : null)

  router.get('/api/kits/by-build-id/:buildId', async (ctx) => {
    ctx.body = await answer(byBuildId(ctx.params['buildId']))
  })

  router.get('/api/lists/:buildId', async (ctx) => {
    ctx.body = await answer(byBuildId(ctx.params['buildId']))
  })

  router.get('/api/kits/:kitId', async (ctx) => {
    const kitId = ctx.params['kitId']
    ctx.body = await answer(isId(kitId) ? { kitId } : null)
  })

  router.post('/api/auto-save', async (ctx) => {
    const body = autoSaveBody.parse(await readJson(ctx))
    const actor = actorOf(ctx)
    // Whoever starts a build without a key gets one: the next write needs it.
    const deviceKey = actor ? undefined : newDeviceSecret(env.random)
    const saved = await autoSave(env, actor ?? devicePrincipal(deviceKey ?? ''), body)
    const kit = publicKit(saved)
    if (!kit) throw new Problem('deleted', 410, 'This kit was deleted.')
    ctx.body = {
      kitId: kit.id,
      buildId: kit.buildId,
      ...(deviceKey ? { deviceKey } : {}),
      ...kitAnswer(kit, saved),
    }
  })

  return router
}
