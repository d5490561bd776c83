import type { Context } from 'koa'
import type { Deps } from '../deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { isBuildId, isId } from '#shared/ids.ts'
import { MAX_REASON } from '#shared/account.ts'
import { isStorable } from '#shared/kinds/define.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { setSuspended } from '../accounts/administrators.ts'
import { audit, readAudit } from '../accounts/audit.ts'
import { declineDeletion, processDeletion } from '../accounts/deletion.ts'
import {
  closeKitReports,
  decideReports,
  hiddenKits,
  openKitReports,
  openReports,
} from '../accounts/reports.ts'
import { listUsers, usersQuery } from '../accounts/listUsers.ts'
import { requireAdmin } from '../http/actor.ts'
import { readJson } from '../http/body.ts'
import { answerCsv, wantsCsv } from '../http/csv.ts'
import { answerBody, answerMessage, listMessages, messagesQuery } from '../mail/answerMessages.ts'
import { readOutbox } from '../mail/outbox.ts'
import { tellOfHiddenKit } from '../notify/kitNotices.ts'
import { inWriteTransaction } from '../sync/applyOps.ts'
import { decideTask, listModerated } from '../sync/globalTasks.ts'
import { moderateKit } from '../sync/moderate.ts'

const MAX_REQUESTS = 200
const ROWS_OF_A_FILE = 500
const MAX_ANSWER_BYTES = 64 * 1024

/** Why somebody is kept out, or something from sight: they are told. */
const reason = z
  .string()
  .trim()
  .max(MAX_REASON, `at most ${MAX_REASON} characters`)
  .refine(isStorable, sentenceOf('bad_characters'))
  .default('')

const requestBody = z.object({ action: z.enum(['process', 'decline']), reason })
const reportBody = z.object({ action: z.enum(['delete', 'dismiss']), reason })
const userBody = z.object({ suspended: z.boolean(), reason })
const taskBody = z.object({ action: z.enum(['approve', 'decline', 'withdraw']) })
const kitReportBody = z.object({ action: z.enum(['hide', 'dismiss']), reason })
const kitBody = z.object({ hidden: z.boolean(), reason })

interface RequestRow {
  id: string
  username: string
  email: string | null
  requested_at: Date
  status: string
  decided_at: Date | null
}

/**
 * What administrators do. Every handler asks for itself who calls: a guard in front by path could
 * be walked around, because paths are matched whatever their case.
 */
export function adminRoutes(deps: Deps): Router {
  const router = new Router()

  router.get('/api/admin/deletion-requests', async (ctx) => {
    await requireAdmin(ctx, deps)
    const rows = await deps
      .db('deletion_requests as r')
      .join('users as u', 'u.id', 'r.user_id')
      .orderByRaw(`r.status <> 'open', case when r.status = 'open' then r.requested_at end,
        r.decided_at desc nulls last, r.id`)
      .limit(MAX_REQUESTS)
      .select<RequestRow[]>(
        'r.id',
        'u.username',
        'u.email',
        'r.requested_at',
        'r.status',
        'r.decided_at',
      )
    ctx.body = {
      requests: rows.map((row) => ({
        id: row.id,
        username: row.username,
        email: row.email,
        requestedAt: row.requested_at.toISOString(),
        status: row.status,
        decidedAt: row.decided_at?.toISOString() ?? null,
      })),
    }
  })

  router.post('/api/admin/deletion-requests/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action, reason: why } = requestBody.parse(await readJson(ctx))
    const id = idOf(ctx, 'id', 'There is no such request.')
    const decide = action === 'process' ? processDeletion : declineDeletion
    ctx.body = await decide(deps, id, user.id, why)
  })

  router.get('/api/admin/reports', async (ctx) => {
    await requireAdmin(ctx, deps)
    ctx.body = { reports: await openReports(deps.db) }
  })

  router.post('/api/admin/reports/:commentId', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action, reason: why } = reportBody.parse(await readJson(ctx))
    const nothing = 'There is no such comment.'
    const commentId = idOf(ctx, 'commentId', nothing)
    const isThere = await decideReports(deps, commentId, action, user.id, why)
    if (!isThere) throw new Problem('not_found', 404, nothing)
    ctx.body = { status: action === 'delete' ? 'deleted' : 'dismissed' }
  })

  router.get('/api/admin/kit-reports', async (ctx) => {
    await requireAdmin(ctx, deps)
    ctx.body = { reports: await openKitReports(deps.db) }
  })

  router.get('/api/admin/hidden-kits', async (ctx) => {
    await requireAdmin(ctx, deps)
    ctx.body = { kits: await hiddenKits(deps.db) }
  })

  router.post('/api/admin/kit-reports/:kitId', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action, reason: why } = kitReportBody.parse(await readJson(ctx))
    const kitId = idOf(ctx, 'kitId', 'There is no such kit.')
    if (action === 'hide') ctx.body = await setHidden(deps, kitId, true, user.id, why)
    else ctx.body = await dismissKitReports(deps, kitId, user.id)
  })

  router.get('/api/admin/users', async (ctx) => {
    await requireAdmin(ctx, deps)
    const { as, ...query } = usersQuery.parse(ctx.query)
    if (as === 'json') {
      ctx.body = await listUsers(deps, query)
      return
    }
    const headings = ['id', 'username', 'email', 'confirmed', 'administrator', 'suspended', 'since']
    answerCsv(ctx, 'accounts', headings, async (after) => {
      const { users, next } = await listUsers(deps, { ...query, after: after ?? query.after })
      const rows = users.map((one) => [
        one.id,
        one.username,
        one.email ?? '',
        one.isVerified ? 'yes' : 'no',
        one.isAdmin ? 'yes' : 'no',
        one.suspendedAt ?? '',
        one.createdAt,
      ])
      return { rows, next }
    })
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
    const nothing = 'There is no such task.'
    const id = idOf(ctx, 'id', nothing)
    const isThere = await inWriteTransaction(deps.db, [], (trx) =>
      decideTask(trx, deps, id, action, user.id),
    )
    if (!isThere) throw new Problem('not_found', 404, nothing)
    ctx.body = {
      status: { approve: 'approved', decline: 'declined', withdraw: 'withdrawn' }[action],
    }
  })

  router.get('/api/admin/messages', async (ctx) => {
    await requireAdmin(ctx, deps)
    ctx.body = await listMessages(deps.db, messagesQuery.parse(ctx.query))
  })

  router.post('/api/admin/messages/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { answer } = answerBody.parse(await readJson(ctx, MAX_ANSWER_BYTES))
    await answerMessage(deps, idOf(ctx, 'id', 'There is no such message.'), answer, user.id)
    ctx.body = { status: answer === null ? 'closed' : 'answered' }
  })

  router.get('/api/admin/mail', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    ctx.body = await readOutbox(deps.env, user.email ?? '')
  })

  router.get('/api/admin/audit', async (ctx) => {
    await requireAdmin(ctx, deps)
    const { before } = ctx.query
    const isFine = before === undefined || (typeof before === 'string' && /^\d{1,18}$/.test(before))
    if (!isFine) {
      throw new Problem('bad_cursor', 422, 'This place in the list is not readable.', {
        field: 'before',
      })
    }
    if (!wantsCsv(ctx)) {
      ctx.body = await readAudit(deps.db, before ?? null)
      return
    }
    const columns = ['at', 'actor', 'action', 'kind', 'subject', 'name'] as const
    answerCsv(ctx, 'wrenchlist-acts', [...columns, 'reason', 'details'], async (after) => {
      const { entries, next } = await readAudit(deps.db, after ?? null, ROWS_OF_A_FILE)
      const rows = entries.map((entry) => {
        const { reason: why, ...details } = entry.details
        const told = typeof why === 'string' ? why : ''
        return [...columns.map((column) => entry[column]), told, JSON.stringify(details)]
      })
      return { rows, next }
    })
  })

  return router
}

function idOf(ctx: Context & { params: Record<string, string> }, name: string, nothing: string) {
  const id = ctx.params[name]
  if (!isId(id)) throw new Problem('not_found', 404, nothing)
  return id
}

/** Hides a kit from everybody but its owner, or shows it again; by its id or its build id. */
async function setHidden(
  deps: Deps,
  named: string,
  isHidden: boolean,
  actor: string,
  why: string,
): Promise<{ kitId: string; hidden: boolean }> {
  const nothing = new Problem('not_found', 404, 'There is no such kit.')
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

/** Finds nothing wrong with a reported kit. */
async function dismissKitReports(
  deps: Deps,
  kitId: string,
  actor: string,
): Promise<{ kitId: string; hidden: boolean }> {
  return deps.db.transaction(async (trx) => {
    const kit: { hidden_at: Date | null } | undefined = await trx('kits')
      .where({ kit_id: kitId })
      .first('hidden_at')
    if (!kit) throw new Problem('not_found', 404, 'There is no such kit.')
    const reports = await closeKitReports(trx, deps.now(), kitId)
    if (reports > 0) {
      const act = { actor, action: 'dismiss_reports', subject: `kit:${kitId}` } as const
      await audit(trx, deps.now(), { ...act, details: { reports } })
    }
    return { kitId, hidden: kit.hidden_at !== null }
  })
}
