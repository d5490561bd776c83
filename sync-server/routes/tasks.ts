import type { Op } from '#shared/sync/protocol.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { newDeviceSecret, newId } from '#shared/ids.ts'
import { MAX_TASK } from '#shared/kinds/kit.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { BUILT_IN_TASKS, TASK_CATEGORY, TASK_DIFFICULTY } from '#shared/kinds/builtInTasks.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { t } from '#shared/words/words.ts'
import { identify } from './guards/actor.ts'
import { devicePrincipal } from '../accounts/principal.ts'
import type { SessionDeps } from '../accounts/sessions.ts'
import { readJson } from '../http/body.ts'
import { trimmed } from '../http/texts.ts'
import { addressOf, tooMany, type RateLimits } from '../http/rateLimit.ts'
import { type ApplyEnv, applyOps } from '../sync/applyOps.ts'
import { takeTask } from '../sync/newRowLimits.ts'

const taskBody = z.object({
  name: trimmed(MAX_TASK).min(1, sentenceOf('empty')),
  category: z.string().max(MAX_TASK).nullish(),
  description: z.string().max(2_000).nullish(),
  difficulty_level: z.string().max(MAX_TASK).nullish(),
})

interface TaskRow {
  id: string
  name: string
  category: string
  description: string
  difficulty_level: string
}

const builtIn: TaskRow[] = BUILT_IN_TASKS.map((name) => ({
  id: taskKey(name).replaceAll(' ', '-'),
  name,
  category: TASK_CATEGORY,
  description: '',
  difficulty_level: TASK_DIFFICULTY,
}))

/** Tasks are visible to their author at once, to everybody after approval. */
export function tasksRoutes(env: ApplyEnv & SessionDeps & { limits: RateLimits }): Router {
  const router = new Router()

  const visibleTo = (principal: string | null) =>
    env
      .db('tasks')
      .where((query) => {
        query.whereNotNull('approved_at')
        if (principal) query.orWhere('owner', principal)
      })
      .orderBy('name_key')
      .limit(2_000)
      .select<TaskRow[]>(
        'id',
        env.db.raw(`cells->'name'->>0 as name`),
        'category',
        'description',
        'difficulty_level',
      )

  router.get('/api/tasks', async (ctx) => {
    const actor = await identify(ctx, env)
    const own = await visibleTo(actor?.principal ?? null)
    ctx.body = [...builtIn, ...own]
    // Cached five minutes per caller: others may see other tasks.
    ctx.set('Cache-Control', 'private, max-age=300')
    ctx.vary('Authorization, X-Device-Key')
  })

  router.post('/api/tasks', async (ctx) => {
    const { name } = taskBody.parse(await readJson(ctx))
    const actor = (await identify(ctx, env))?.principal
    const deviceKey = actor ? undefined : newDeviceSecret(env.random)
    const principal = actor ?? devicePrincipal(deviceKey ?? '')
    const same = builtIn.find((task) => taskKey(task.name) === taskKey(name))
    if (same) {
      ctx.body = same
      return
    }
    const wait = await takeTask(env.limits, principal, addressOf(ctx))
    if (wait > 0) throw tooMany(wait)
    const stamp = packStamp(env.now(), 0, env.serverNode)
    const op: Op = {
      kind: 'task',
      id: newId(env.random),
      kit: null,
      cells: { name: [name, stamp] },
    }
    const { results } = await applyOps(env, {
      principal,
      name: null,
      ops: [op],
      ownerCursor: Infinity,
    })
    const result = results[0]
    if (result?.err) throw new Problem(result.err, 503, t('Please try again.'), { retryAfter: 5 })
    const id = result?.same ?? op.id
    const created = (await visibleTo(principal)).find((task) => task.id === id)
    ctx.status = result?.same ? 200 : 201
    ctx.body = { ...created, ...(deviceKey ? { deviceKey } : {}) }
  })

  return router
}
