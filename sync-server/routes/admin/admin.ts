import type { Context } from 'koa'
import type { Deps } from '../guards/deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { isBuildId, isId } from '#shared/ids.ts'
import { MAX_REASON } from '#shared/account.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { setSuspended } from '../../accounts/administrators.ts'
import { audit, readAudit } from '../../auditLog/auditLog.ts'
import { declineDeletion, processDeletion } from '../../erasure/deletion.ts'
import {
  closeKitReports,
  decideReports,
  hiddenKits,
  openKitReports,
  openReports,
} from '../../moderation/reports.ts'
import { listDeletions } from '../../erasure/listDeletions.ts'
import { listUsers, usersQuery } from '../../admin/listUsers.ts'
import { readTodo } from '../../admin/readTodo.ts'
import { requireAdmin } from '../guards/actor.ts'
import { readJson } from '../../http/body.ts'
import { trimmed } from '../../http/texts.ts'
import { listQuery } from '../../db/keyset.ts'
import {
  answerBody,
  answerMessage,
  listMessages,
  messagesQuery,
} from '../../admin/answerMessages.ts'
import { readOutbox } from '../../mail/outbox.ts'
import { tellOfHiddenKit } from '../../notices/kitNotices.ts'
import { inWriteTransaction } from '../../sync/applyOps.ts'
import { decideTask, listModerated } from '../../sync/globalTasks.ts'
import { moderateKit } from '../../moderation/moderate.ts'
import { adminList, placeOf, yesOrNo } from './adminList.ts'

const MAX_ANSWER_BYTES = 64 * 1024

/** Why somebody is kept out, or something from sight: they are told. */
const reason = trimmed(MAX_REASON).default('')

const requestBody = z.object({ action: z.enum(['process', 'decline']), reason })
const reportBody = z.object({ action: z.enum(['delete', 'dismiss']), reason })
const userBody = z.object({ suspended: z.boolean(), reason })
const taskBody = z.object({ action: z.enum(['approve', 'decline', 'withdraw']) })
const kitReportBody = z.object({ action: z.enum(['hide', 'dismiss']), reason })
const kitBody = z.object({ hidden: z.boolean(), reason })
const auditQuery = placeOf(/^\d{1,18}$/)

/**
 * Administrators' routes. Every handler checks the caller itself: a guard by path prefix could be
 * bypassed, because paths match in any case.
 */
export function adminRoutes(deps: Deps): Router {
  const router = new Router()

  router.get('/api/admin/todo', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    ctx.body = await readTodo(deps, user.isAdmin)
  })

  adminList(router, deps, '/api/admin/deletion-requests', {
    query: listQuery,
    file: 'wrenchlist-deletions',
    read: (_, after, most) => listDeletions(deps.db, after, most),
    rows: ({ requests }) => requests,
    columns: ['id', 'username', 'email', 'requestedAt', 'status', 'decidedAt'],
  })

  router.post('/api/admin/deletion-requests/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action, reason: why } = requestBody.parse(await readJson(ctx))
    const id = idOf(ctx, 'id', t('There is no such request.'))
    const decide = action === 'process' ? processDeletion : declineDeletion
    ctx.body = await decide(deps, id, user.id, why)
  })

  adminList(router, deps, '/api/admin/reports', {
    query: listQuery,
    file: 'wrenchlist-reported-comments',
    read: (_, after, most) => openReports(deps.db, after, most),
    rows: ({ reports }) => reports,
    columns: [...REPORT, 'commentId', 'author', 'content'],
  })

  router.post('/api/admin/reports/:commentId', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action, reason: why } = reportBody.parse(await readJson(ctx))
    const nothing = t('There is no such comment.')
    const commentId = idOf(ctx, 'commentId', nothing)
    const isThere = await decideReports(deps, commentId, action, user.id, why)
    if (!isThere) throw new Problem('not_found', 404, nothing)
    ctx.body = { status: action === 'delete' ? 'deleted' : 'dismissed' }
  })

  adminList(router, deps, '/api/admin/kit-reports', {
    query: listQuery,
    file: 'wrenchlist-reported-kits',
    read: (_, after, most) => openKitReports(deps.db, after, most),
    rows: ({ reports }) => reports,
    columns: [...REPORT, 'hidden'],
  })

  adminList(router, deps, '/api/admin/hidden-kits', {
    query: listQuery,
    file: 'wrenchlist-hidden-kits',
    read: (_, after, most) => hiddenKits(deps.db, after, most),
    rows: ({ kits }) => kits,
    columns: ['kitId', 'buildId', 'kitName', 'hiddenAt'],
  })

  router.post('/api/admin/kit-reports/:kitId', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action, reason: why } = kitReportBody.parse(await readJson(ctx))
    const kitId = idOf(ctx, 'kitId', t('There is no such kit.'))
    if (action === 'hide') ctx.body = await setHidden(deps, kitId, true, user.id, why)
    else ctx.body = await dismissKitReports(deps, kitId, user.id)
  })

  adminList(router, deps, '/api/admin/users', {
    query: usersQuery,
    file: 'accounts',
    read: (query, after = query.after) => listUsers(deps, { ...query, after }),
    rows: ({ users }) => users,
    columns: [
      'id',
      'username',
      'email',
      ['confirmed', ({ isVerified }) => yesOrNo(isVerified)],
      ['administrator', ({ isAdmin }) => yesOrNo(isAdmin)],
      ['suspended', ({ suspendedAt }) => suspendedAt],
      ['since', ({ createdAt }) => createdAt],
    ],
  })

  router.post('/api/admin/users/:username', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { suspended, reason: why } = userBody.parse(await readJson(ctx))
    const username = ctx['params']['username'] ?? ''
    ctx.body = await setSuspended(deps, username, suspended, user.id, { reason: why })
  })

  router.post('/api/admin/kits/:kitId', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { hidden, reason: why } = kitBody.parse(await readJson(ctx))
    ctx.body = await setHidden(deps, ctx['params']['kitId'] ?? '', hidden, user.id, why)
  })

  router.get('/api/admin/tasks', async (ctx) => {
    await requireAdmin(ctx, deps)
    ctx.body = await listModerated(deps.db)
  })

  router.post('/api/admin/tasks/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action } = taskBody.parse(await readJson(ctx))
    const nothing = t('There is no such task.')
    const id = idOf(ctx, 'id', nothing)
    const isThere = await inWriteTransaction(deps.db, [], (trx) =>
      decideTask(trx, deps, id, action, user.id),
    )
    if (!isThere) throw new Problem('not_found', 404, nothing)
    ctx.body = {
      status: { approve: 'approved', decline: 'declined', withdraw: 'withdrawn' }[action],
    }
  })

  adminList(router, deps, '/api/admin/messages', {
    query: messagesQuery,
    file: ({ state }) => `wrenchlist-messages-${state}`,
    read: ({ state }, after, most) => listMessages(deps.db, { state, after }, most),
    rows: ({ messages }) => messages,
    columns: ['receivedAt', 'name', 'email', 'message', 'answer', 'doneAt', 'doneBy'],
  })

  router.post('/api/admin/messages/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { answer } = answerBody.parse(await readJson(ctx, MAX_ANSWER_BYTES))
    await answerMessage(deps, idOf(ctx, 'id', t('There is no such message.')), answer, user.id)
    ctx.body = { status: answer === null ? 'closed' : 'answered' }
  })

  router.get('/api/admin/mail', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    ctx.body = await readOutbox(deps.env, user.email ?? '')
  })

  adminList(router, deps, '/api/admin/audit', {
    query: auditQuery,
    file: 'wrenchlist-acts',
    read: (query, after = query.after, most) => readAudit(deps.db, after ?? null, most),
    rows: ({ entries }) => entries,
    columns: [
      ...(['at', 'actor', 'action', 'kind', 'subject', 'name'] as const),
      ['reason', ({ details: { reason: why } }) => (typeof why === 'string' ? why : '')],
      ['details', ({ details: { reason: _reason, ...details } }) => JSON.stringify(details)],
      'address',
      'device',
    ],
  })

  return router
}

/** Columns of a report. */
const REPORT = ['reportedAt', 'count', 'kitId', 'buildId', 'kitName', 'reasons'] as const

function idOf(ctx: Context & { params: Record<string, string> }, name: string, nothing: string) {
  const id = ctx.params[name]
  if (!isId(id)) throw new Problem('not_found', 404, nothing)
  return id
}

/** Hides a kit from all but its owner, or shows it again; by id or build id. */
async function setHidden(
  deps: Deps,
  named: string,
  isHidden: boolean,
  actor: string,
  why: string,
): Promise<{ kitId: string; hidden: boolean }> {
  const nothing = new Problem('not_found', 404, t('There is no such kit.'))
  if (!isId(named) && !isBuildId(named)) throw nothing
  return inWriteTransaction(deps.db, [], async (trx) => {
    const kit: { kit_id: string; build_id: string; hidden_at: Date | null } | undefined = await trx(
      'kits',
    )
      .where(isId(named) ? { kit_id: named } : { build_id: named })
      .first('kit_id', 'build_id', 'hidden_at')
    if (!kit) throw nothing
    const kitId = kit.kit_id
    if ((kit.hidden_at !== null) !== isHidden) {
      await moderateKit(trx, deps, kitId, isHidden)
      if (isHidden) {
        await closeKitReports(trx, deps.now(), kitId)
        await tellOfHiddenKit(trx, deps.now(), kitId, why)
      }
      const action = isHidden ? 'hide_kit' : 'unhide_kit'
      const details = { buildId: kit.build_id, ...(why && { reason: why }) }
      await audit(trx, deps.now(), { actor, action, subject: `kit:${kitId}`, details })
    }
    return { kitId, hidden: isHidden }
  })
}

/** Dismisses the reports of a kit. */
async function dismissKitReports(
  deps: Deps,
  kitId: string,
  actor: string,
): Promise<{ kitId: string; hidden: boolean }> {
  return deps.db.transaction(async (trx) => {
    const kit: { hidden_at: Date | null } | undefined = await trx('kits')
      .where({ kit_id: kitId })
      .first('hidden_at')
    if (!kit) throw new Problem('not_found', 404, t('There is no such kit.'))
    const reports = await closeKitReports(trx, deps.now(), kitId)
    if (reports > 0) {
      const act = { actor, action: 'dismiss_reports', subject: `kit:${kitId}` } as const
      await audit(trx, deps.now(), { ...act, details: { reports } })
    }
    return { kitId, hidden: kit.hidden_at !== null }
  })
}
