import type { Context } from 'koa'

import type { Claim, Op, SyncAnswer } from '#shared/sync/protocol.ts'
import type { SessionDeps } from '../accounts/sessions.ts'
import type { Metrics } from '../metrics/metrics.ts'

import Router from '@koa/router'

import { Problem } from '#shared/problem.ts'
import { encodeAnswer } from '#shared/sync/answer.ts'
import { decodeRequest } from '#shared/sync/readRequest.ts'
import { MAX_CELLS, ownerScope, type Principal, PROTOCOL_VERSION } from '#shared/cells/limits.ts'
import { isShapeTooOld } from '#shared/sync/upcast.ts'
import { t } from '#shared/words/words.ts'
import { requireActor } from './guards/actor.ts'
import { bodyBytes, readJson } from '../http/body.ts'
import { countMisses, missesWait } from '../http/misses.ts'
import { tooMany, waits } from '../http/rateLimit.ts'
import { roomForRows, shortened } from '../sync/read/answerSize.ts'
import { type ApplyEnv, applyOps } from '../sync/applyOps.ts'
import { isDifferent } from '../sync/digest.ts'
import { applyClaims } from '../sync/claims.ts'
import { holdComments } from '../sync/commentLimits.ts'
import { holdNewRows } from '../sync/newRowLimits.ts'
import { pull, type PullEnv } from '../sync/pull.ts'
import { holdOverQuota, type StorageEnv } from '../sync/storage.ts'
import { refuseWhileResting, type FollowedAnnouncement } from '../announcement/announcement.ts'

/** Whether the device speaks an older protocol, or sends an obsolete row format. */
function isTooOld(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if ('v' in body && body.v !== PROTOCOL_VERSION) return true
  return 'sv' in body && typeof body.sv === 'number' && isShapeTooOld(body.sv)
}

/** Sync: push and pull in one round trip. */
export function syncRoutes(
  env: ApplyEnv &
    SessionDeps &
    StorageEnv &
    PullEnv & {
      gen(): string
      metrics: Metrics
      word: FollowedAnnouncement
    },
): Router {
  const router = new Router()

  /** A claim of another owner's kit counts as a miss. */
  async function claim(ctx: Context, principal: Principal, claims: readonly Claim[]) {
    if (claims.length === 0) return {}
    const answers = await applyClaims(env, principal, claims)
    const others = Object.values(answers).filter((answer) => answer === 'other')
    await countMisses(env.limits, ctx, others.length)
    return answers
  }

  router.post('/api/sync', async (ctx) => {
    const { principal, user } = await requireActor(ctx, env)
    const body = await readJson(ctx)
    if (isTooOld(body)) throw new Problem('client_too_old', 426, t('Please reload Wrenchlist.'))
    const request = decodeRequest(body)
    if (request.principal !== principal) {
      throw new Problem('wrong_principal', 409, t('This batch belongs to somebody else.'), {
        field: 'p',
      })
    }
    // Without ops or claims a device may still pull.
    if (request.ops.length > 0 || request.claims?.length) refuseWhileResting(env.word)
    const known: Op[] = request.ops.filter((op) => 'kind' in op)
    const cells = known.reduce((sum, op) => sum + Object.keys(op.cells).length, 0)
    if (cells > MAX_CELLS) {
      const sentence = t('A batch holds at most {maxCells} values.', { maxCells: MAX_CELLS })
      throw new Problem('too_large', 413, sentence)
    }
    // Read before the pull: rows of an earlier epoch must not be labelled with a later one.
    const gen = env.gen()
    // Only an account can claim.
    const asked = user ? (request.claims ?? []) : []
    // Without misses left everything waits: ops of unclaimed kits would be refused.
    const after = asked.length > 0 ? await missesWait(env.limits, ctx) : 0
    if (after > 0 && known.length === 0) throw tooMany(after)
    const claims = after > 0 ? {} : await claim(ctx, principal, asked)
    // A cursor of another epoch says nothing about this one.
    const isRead = request.gen === undefined || request.gen === gen
    const ownerCursor = isRead ? (request.cursors[ownerScope(principal)] ?? 0) : 0
    let held =
      after > 0
        ? new Map(known.map((_op, index) => [index, waits({ after, why: 'misses' as const })]))
        : await holdOverQuota(env, ctx, principal, { ops: known, ownerCursor })
    if (held.size === 0) {
      const comments = await holdComments(env.limits, user, known)
      held = new Map([...comments, ...(await holdNewRows(env, ctx, principal, known))])
    }
    const ops = known.filter((_op, index) => !held.has(index))
    const name = user?.username ?? null
    const { node, refusals } = request
    const heard = refusals === undefined ? undefined : { node, refusals }
    const applied = await applyOps(env, { principal, name, ops, ownerCursor, heard })
    const applying = applied.results.values()
    const ofKnown = known.map((_op, index) => held.get(index) ?? applying.next().value)
    const judged = ofKnown.values()
    const results = shortened(
      request.ops.map((op) =>
        'kind' in op ? (judged.next().value ?? { err: 'retry' }) : { err: 'unknown_kind' },
      ),
    )
    const room = roomForRows(results, claims)
    const pulled = await pull(env, principal, request, applied, room)
    const { ops: sent, age } = request
    env.metrics.push({ ops: sent.length, bytes: bodyBytes(ctx), age, results })
    const differs =
      request.audit && (await isDifferent(env.db, principal, request.cursors, request.audit))
    if (differs) env.log.warn({ audit: request.audit }, 'a device differs from what is stored')
    const answer: SyncAnswer = { now: env.now(), gen, results, claims, ...pulled }
    if (differs) answer.differs = true
    if (applied.refusals) answer.refusals = applied.refusals
    ctx.body = encodeAnswer(answer)
  })

  return router
}
