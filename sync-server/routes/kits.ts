import type { Context } from 'koa'

import type { Json } from '#shared/cells/cells.ts'
import type { SessionDeps } from '../accounts/sessions.ts'
import type { ApplyEnv } from '../sync/applyOps.ts'

import Router from '@koa/router'

import { isId, newDeviceSecret } from '#shared/ids.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { report, reportBody, takeReport } from '../moderation/reports.ts'
import { deviceOf, identify, requireActor, requireUser } from './guards/actor.ts'
import { type Actor, devicePrincipal } from '../accounts/principal.ts'
import { bodyBytes, readJson } from '../http/body.ts'
import { findKit, listKey, type FindEnv } from './guards/findKit.ts'
import { countMisses, requireMisses } from '../http/misses.ts'
import { addressOf, tooMany } from '../http/rateLimit.ts'
import { writeKitCells } from '../sync/kitCells.ts'
import { takeKits } from '../sync/newRowLimits.ts'
import { listKits, listQuery } from '../sync/read/listKits.ts'
import { kitAnswer, type KitKey, liveKit, publicKit, type StoredKit } from '../sync/read/readKit.ts'
import { saveBody, type SaveBody } from '../sync/saveBody.ts'
import { saveBuild, type Saver } from '../sync/saveBuild.ts'
import { ROW_COST, takeRewrite, takeStorage, type StorageEnv } from '../sync/storage.ts'

/** Kits: reading by id is public; writing is the owner's. */
export function kitsRoutes(env: ApplyEnv & SessionDeps & FindEnv & StorageEnv): Router {
  const router = new Router()

  /** The kit as its link shows it; `?live=1` gives its owner the live rows. */
  async function answer(ctx: Context, by: KitKey | null) {
    const { kit, stored } = await findKit(env, ctx, by, (found) => shownTo(ctx, found))
    return kitAnswer(kit, stored)
  }

  async function shownTo(ctx: Context, stored: StoredKit) {
    if (ctx.query['live'] !== '1') return publicKit(stored)
    const { principal } = await requireActor(ctx, env)
    if (principal !== stored.owner) throw new Problem('not_owner', 403, sentenceOf('not_owner'))
    return liveKit(stored)
  }

  /** Counts a new kit, and as a miss one that asks for a taken build id. */
  async function admit(ctx: Context, { principal, device }: Saver, body: SaveBody): Promise<void> {
    const bytes = bodyBytes(ctx) + ROW_COST * (body.parts?.length ?? 0)
    const full = await takeStorage(env, ctx, principal, bytes)
    if (full) throw tooMany(full.after)
    const there: { owner: string | null } | undefined = await env
      .db('build_ids')
      .leftJoin('kits', 'kits.kit_id', 'build_ids.kit_id')
      .where('build_ids.build_id', body.buildId)
      .first('kits.owner')
    if (there?.owner && [principal, device].includes(there.owner)) return
    await requireMisses(env.limits, ctx)
    const after = there
      ? await countMisses(env.limits, ctx, 1)
      : ((await takeKits(env, principal, addressOf(ctx), 1))?.after ?? 0)
    if (after > 0) throw tooMany(after)
  }

  const listIn = (ctx: Context & { params: Record<string, string | undefined> }) =>
    listKey(ctx.params['buildId'], ctx.query['k'])

  router.get('/api/kits', async (ctx) => {
    const query = listQuery.parse(ctx.query)
    const owner = query.mine === '1' ? (await requireUser(ctx, env)).principal : null
    const { kits, next } = await listKits(env.db, query, owner)
    if (next) {
      const more = new URLSearchParams({ ...onlyText(ctx.query), after: next })
      ctx.set('Link', `</api/kits?${more.toString()}>; rel="next"`)
    }
    ctx.body = kits
  })

  router.get('/api/kits/by-build-id/:buildId', async (ctx) => {
    ctx.body = await answer(ctx, listIn(ctx))
  })

  router.get('/api/lists/:buildId', async (ctx) => {
    ctx.body = await answer(ctx, listIn(ctx))
  })

  router.get('/api/kits/:kitId', async (ctx) => {
    const kitId = ctx.params['kitId']
    ctx.body = await answer(ctx, isId(kitId) ? { kitId } : null)
  })

  router.post('/api/auto-save', async (ctx) => {
    const body = saveBody.parse(await readJson(ctx))
    const actor = await identify(ctx, env)
    // A caller without a key gets one: the next write needs it.
    const deviceKey = actor ? undefined : newDeviceSecret(env.random)
    const principal = actor?.principal ?? devicePrincipal(deviceKey ?? '')
    const saver = { principal, name: actor?.user?.username ?? null, device: takenAlong(ctx, actor) }
    await admit(ctx, saver, body)
    const saved = await saveBuild(env, saver, body)
    ctx.body = { ...idsOf(saved), ...(deviceKey ? { deviceKey } : {}), ...ownAnswer(saved) }
  })

  router.post('/api/kits', async (ctx) => {
    const { principal, user } = await requireUser(ctx, env)
    const body = saveBody.parse(await readJson(ctx))
    const saver = { principal, name: user.username, device: deviceOf(ctx) }
    await admit(ctx, saver, body)
    const saved = await saveBuild(env, saver, body, { isSave: true })
    const own = ownAnswer(saved)
    ctx.body = { message: t('Kit saved'), partsCount: own.parts.length, ...idsOf(saved), ...own }
  })

  const setDeleted = async (ctx: Context, isDeleted: boolean) => {
    const actor = await requireActor(ctx, env)
    const { params } = ctx as Context & { params: Record<string, string | undefined> }
    const kitId = params['kitId']
    const cells: Record<string, Json> = { del: isDeleted }
    const full = await takeRewrite(env, ctx, actor.principal, isId(kitId) ? kitId : '')
    if (full) throw tooMany(full.after)
    await writeKitCells(env, actor, isId(kitId) ? kitId : '', cells)
    ctx.body = { kitId, deleted: isDeleted }
  }

  router.post('/api/kits/:kitId/report', async (ctx) => {
    const { principal } = await requireUser(ctx, env)
    const { reason } = reportBody.parse(await readJson(ctx))
    await takeReport(env.limits, principal)
    const kitId = ctx.params['kitId']
    const { stored } = await findKit(env, ctx, isId(kitId) ? { kitId } : null)
    await report(env, 'kit', { kit_id: stored.kitId, reporter: principal, reason })
    ctx.body = { message: t('Thank you. An administrator will look at it.') }
  })

  // A tombstone keeps the rows for half a year: `restore` revives them.
  router.delete('/api/kits/:kitId', (ctx) => setDeleted(ctx, true))
  router.post('/api/kits/:kitId/restore', (ctx) => setDeleted(ctx, false))

  return router
}

/** The device whose kits a signed-in caller may claim: only the one whose key it sends. */
function takenAlong(ctx: Context, actor: Actor | null) {
  return actor?.user ? deviceOf(ctx) : null
}

function idsOf(saved: StoredKit) {
  return { kitId: saved.kitId, buildId: liveKit(saved)?.buildId ?? '' }
}

/** The owner gets the stored rows, not the version that the link shows. */
function ownAnswer(saved: StoredKit) {
  const kit = liveKit(saved)
  if (!kit) throw new Problem('deleted', 410, t('This kit was deleted.'))
  return kitAnswer(kit, saved)
}

function onlyText(query: Context['query']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}
