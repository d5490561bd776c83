import type { AccountDeps } from '../accounts/users.ts'

import Router from '@koa/router'

import { Problem } from '#shared/problem.ts'
import * as forms from '#shared/secondFactor.ts'
import { t } from '#shared/words/words.ts'
import {
  beginFactor,
  completeFactor,
  readFactors,
  removeFactor,
  renewCodes,
  requireRoom,
} from '../accounts/factors.ts'
import { confirm, requireProof } from '../accounts/proofs.ts'
import { requireUser } from './guards/actor.ts'
import { readForm } from '../http/form.ts'

/** WebAuthn responses are longer than a form. */
const MAX_BYTES = 32 * 1024

/** Second factors, and proofs of dangerous acts. */
export function secondFactorsRoutes(deps: AccountDeps): Router {
  const router = new Router({ prefix: '/api/auth' })
  const { db, env } = deps

  router.post('/confirm', async (ctx) => {
    const actor = await requireUser(ctx, deps)
    ctx.body = {
      proof: await confirm(deps, actor, await readForm(ctx, forms.confirmBody, MAX_BYTES)),
    }
  })

  router.get('/second-factors', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    const isRequired = user.role !== null && env.ADMIN_SECOND_FACTOR
    ctx.body = { ...(await readFactors(db, user.id)), isRequired }
  })

  router.post('/second-factors', async (ctx) => {
    const actor = await requireUser(ctx, deps)
    const { kind } = await readForm(ctx, forms.beginFactorBody)
    await requireRoom(deps, actor)
    await requireProof(ctx, deps, actor)
    ctx.body = await beginFactor(deps, actor, kind)
  })

  router.post('/second-factors/complete', async (ctx) => {
    const actor = await requireUser(ctx, deps)
    const shown = await readForm(ctx, forms.completeFactorBody, MAX_BYTES)
    ctx.body = { recoveryCodes: await completeFactor(deps, actor, shown) }
  })

  router.post('/recovery-codes', async (ctx) => {
    const actor = await requireUser(ctx, deps)
    const { factors } = await readFactors(db, actor.user.id)
    if (factors.length === 0) {
      throw new Problem('no_factor', 409, t('This account has no second factor.'))
    }
    await requireProof(ctx, deps, actor)
    ctx.body = { recoveryCodes: await renewCodes(deps, actor) }
  })

  router.delete('/second-factors/:id', async (ctx) => {
    const actor = await requireUser(ctx, deps)
    const id = ctx.params['id'] ?? ''
    const { factors } = await readFactors(db, actor.user.id)
    if (!factors.some((factor) => factor.id === id)) {
      throw new Problem('not_found', 404, t('There is no such second factor.'))
    }
    await requireProof(ctx, deps, actor)
    await removeFactor(deps, actor, id)
    ctx.status = 204
  })

  return router
}
