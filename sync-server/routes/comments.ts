import type { Knex } from 'knex'

import type { SessionDeps } from '../accounts/sessions.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { type Cells, textIn } from '#shared/cells/cells.ts'
import { authorName, commentedAt, MAX_COMMENT } from '#shared/kinds/comment.ts'
import { isBuildId, isId, newId } from '#shared/ids.ts'
import { MAX_ANSWER_BYTES } from '#shared/cells/limits.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { saying, t } from '#shared/words/words.ts'
import { requireUser } from './guards/actor.ts'
import { mayNow, type SignedInActor } from '../accounts/principal.ts'
import { readJson } from '../http/body.ts'
import { countMisses, requireMisses } from '../http/misses.ts'
import { type RateLimits, tooMany } from '../http/rateLimit.ts'
import { trimmed } from '../http/texts.ts'
import { amongFew } from '../http/turns.ts'
import { audit, type Act } from '../auditLog/auditLog.ts'
import { type ApplyEnv, applyOps, inWriteTransaction } from '../sync/applyOps.ts'
import { takeComment } from '../sync/commentLimits.ts'
import { moderateComment, REMOVED } from '../moderation/moderate.ts'
import { report, reportBody, takeReport } from '../moderation/reports.ts'
import { IS_OPEN } from '../sync/read/tables.ts'

/** The latest comments; deleted or hidden ones must not displace visible ones. */
const MAX_SHOWN = 1_000
const SHOWN = `coalesce(comments.cells->'del'->>0, 'false') <> 'true'
  and coalesce(comments.cells->'hidden'->>0, 'false') <> 'true'`
const LATEST_FIRST = `(comments.cells->'text'->>1) collate "C" desc, comments.id desc`

const commentBody = z.object({
  kitId: z.string().refine(isId, saying('This is not a kit id.')),
  content: trimmed(MAX_COMMENT).min(1, saying('Please enter a comment')),
})
const hideBody = z.object({ hidden: z.boolean() })

interface CommentRow {
  id: string
  kit_id: string
  owner: string
  cells: Cells
  kit_owner: string
}

/** Running total of bytes, newest first, which an answer is cut by. */
const ABOVE = `sum(octet_length(comments.cells::text) + 200)
  over (order by ${LATEST_FIRST}) as above`

/** Comments are public; every account may write them, on any kit. */
export function commentsRoutes(env: ApplyEnv & SessionDeps & { limits: RateLimits }): Router {
  const router = new Router()

  router.get('/api/comments/:kitId', async (ctx) => {
    const id = ctx.params['kitId']
    await requireMisses(env.limits, ctx)
    const kitId = isBuildId(id) ? await kitOfBuild(env.db, id) : id
    if (!kitId) await countMisses(env.limits, ctx, 1)
    const latest = env
      .db('comments')
      .join('kits', 'kits.kit_id', 'comments.kit_id')
      .where('comments.kit_id', isId(kitId) ? kitId : '')
      .whereRaw(IS_OPEN)
      .whereRaw(SHOWN)
      .orderByRaw(LATEST_FIRST)
      .limit(MAX_SHOWN)
      .select('comments.id', 'comments.cells', env.db.raw(ABOVE))
    const rows = await amongFew<Pick<CommentRow, 'id' | 'cells'>[]>(() =>
      env
        .db(latest.as('comments'))
        .where('above', '<', MAX_ANSWER_BYTES)
        .orderByRaw(LATEST_FIRST)
        .select('id', 'cells'),
    )
    ctx.body = rows.map(commentAnswer).toReversed()
  })

  router.post('/api/comments', async (ctx) => {
    const { principal, user } = await requireUser(ctx, env)
    const { kitId, content } = commentBody.parse(await readJson(ctx))
    await requireMisses(env.limits, ctx)
    const wait = await takeComment(env.limits, user)
    if (wait > 0) throw tooMany(wait)
    const id = newId(env.random)
    const cells: Cells = { text: [content, packStamp(env.now(), 0, env.serverNode)] }
    const ops = [{ kind: 'comment' as const, id, kit: kitId, cells }]
    const batch = { principal, name: user.username, ops, ownerCursor: Infinity }
    const { results } = await applyOps(env, batch)
    const { err, rej, set } = results[0] ?? {}
    if (err === 'retry') {
      throw new Problem('unavailable', 503, t('Please try again in a moment.'), { retryAfter: 5 })
    }
    if (err) {
      await countMisses(env.limits, ctx, 1)
      throw new Problem('not_found', 404, t('Kit not found'), { field: 'kitId' })
    }
    const code = rej?.['text']
    if (code) throw new Problem(code, 422, sentenceOf(code), { field: 'content' })
    ctx.status = 201
    ctx.body = commentAnswer({ id, cells: { ...cells, ...set } })
  })

  router.delete('/api/comments/:id', async (ctx) => {
    const actor = await requireUser(ctx, env)
    await inWriteTransaction(env.db, [], async (trx) => {
      const comment = await findComment(trx, ctx.params['id'])
      const isAuthor = comment.owner === actor.principal
      if (!isAuthor && !mayNow(actor.user, 'moderator')) throw forbidden()
      await moderateComment(trx, env, comment.id, isAuthor ? { del: true } : REMOVED)
      if (!isAuthor) await note(trx, env, actor, 'delete_comment', comment)
    })
    ctx.status = 204
  })

  router.post('/api/comments/:id/hide', async (ctx) => {
    const actor = await requireUser(ctx, env)
    const { hidden } = hideBody.parse(await readJson(ctx))
    await inWriteTransaction(env.db, [], async (trx) => {
      const comment = await findComment(trx, ctx.params['id'])
      if (comment.kit_owner !== actor.principal && !mayNow(actor.user, 'moderator'))
        throw forbidden()
      await moderateComment(trx, env, comment.id, { hidden })
      const action = hidden ? 'hide_comment' : 'show_comment'
      if (comment.kit_owner !== actor.principal) await note(trx, env, actor, action, comment)
    })
    ctx.body = { hidden }
  })

  router.post('/api/comments/:id/report', async (ctx) => {
    const { principal } = await requireUser(ctx, env)
    const { reason } = reportBody.parse(await readJson(ctx))
    await takeReport(env.limits, principal)
    const comment = await findComment(env.db, ctx.params['id'])
    const { id: commentId, kit_id: kitId } = comment
    const named = { id: newId(env.random), comment_id: commentId, kit_id: kitId }
    await report(env, 'comment', { ...named, reporter: principal, reason })
    ctx.body = { message: t('Thank you. An administrator will look at it.') }
  })

  return router
}

function commentAnswer({ id, cells }: Pick<CommentRow, 'id' | 'cells'>) {
  return {
    id,
    content: textIn(cells, 'text'),
    createdAt: new Date(commentedAt(cells)).toISOString(),
    user: { username: authorName(cells) },
  }
}

async function kitOfBuild(db: Knex, buildId: string): Promise<string> {
  const row: { kit_id: string } | undefined = await db('build_ids')
    .where('build_id', buildId)
    .first('kit_id')
  return row?.kit_id ?? ''
}

/** A visible comment with its kit's owner. Throws 404. */
async function findComment(db: Knex, id: string | undefined): Promise<CommentRow> {
  const row: CommentRow | undefined = isId(id)
    ? await db('comments')
        .join('kits', 'kits.kit_id', 'comments.kit_id')
        .where('comments.id', id)
        .first(
          'comments.id',
          'comments.kit_id',
          'comments.owner',
          'comments.cells',
          'kits.owner as kit_owner',
        )
    : undefined
  if (!row || row.cells['del']?.[0] === true) {
    throw new Problem('not_found', 404, t('This comment is not there any more.'))
  }
  return row
}

const forbidden = () => new Problem('forbidden', 403, t('This comment is not yours to change.'))

/** Audits an administrator's change to another author's comment. */
async function note(
  trx: Knex.Transaction,
  env: ApplyEnv,
  actor: SignedInActor,
  action: Act['action'],
  comment: CommentRow,
): Promise<void> {
  const subject = `comment:${comment.id}`
  const details = { kitId: comment.kit_id }
  await audit(trx, env.now(), { actor: actor.user.id, action, subject, details })
}
