import type { Context } from 'koa'
import type { Deps } from '../../deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { isBuildId, isId } from '#shared/ids.ts'
import { MAX_REASON } from '#shared/account.ts'
import { isStorable } from '#shared/kinds/define.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { setSuspended } from '../../accounts/administrators.ts'
import { audit, readAudit } from '../../accounts/audit.ts'
import { declineDeletion, processDeletion } from '../../accounts/deletion.ts'
import {
  closeKitReports,
  decideReports,
  hiddenKits,
  openKitReports,
  openReports,
} from '../../accounts/reports.ts'
import { listDeletions } from '../../accounts/listDeletions.ts'
import { listUsers, usersQuery } from '../../accounts/listUsers.ts'
import { requireAdmin } from '../../http/actor.ts'
import { readJson } from '../../http/body.ts'
import { answerCsv, wantsCsv, type CsvValue } from '../../http/csv.ts'
import { listQuery, ROWS_OF_A_FILE } from '../../http/keyset.ts'
import {
  answerBody,
  answerMessage,
  listMessages,
  messagesQuery,
} from '../../mail/answerMessages.ts'
import { readOutbox } from '../../mail/outbox.ts'
import { tellOfHiddenKit } from '../../notify/kitNotices.ts'
import { inWriteTransaction } from '../../sync/applyOps.ts'
import { decideTask, listModerated } from '../../sync/globalTasks.ts'
import { moderateKit } from '../../sync/moderate.ts'

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

/**
 * What administrators do. Every handler asks for itself who calls: a guard in front by path could
 * be walked around, because paths are matched whatever their case.
 */
export function adminRoutes(deps: Deps): Router {
  const router = new Router()

  router.get('/api/admin/deletion-requests', async (ctx) => {
    await requireAdmin(ctx, deps)
    await answerList(
      ctx,
      'deletions',
      (after, limit) => listDeletions(deps.db, after, limit),
      ({ requests }) => requests,
      ['id', 'username', 'email', 'requestedAt', 'status', 'decidedAt'],
    )
  })

  router.post('/api/admin/deletion-requests/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action, reason: why } = requestBody.parse(await readJson(ctx))
    const id = idOf(ctx, 'id', t('There is no such request.'))
    const decide = action === 'process' ? processDeletion : declineDeletion
    ctx.body = await decide(deps, id, user.id, why)
  })

  router.get('/api/admin/reports', async (ctx) => {
    await requireAdmin(ctx, deps)
    await answerList(
      ctx,
      'reported-comments',
      (after, limit) => openReports(deps.db, after, limit),
      ({ reports }) => reports,
      [...REPORT, 'commentId', 'author', 'content'],
    )
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

  router.get('/api/admin/kit-reports', async (ctx) => {
    await requireAdmin(ctx, deps)
    await answerList(
      ctx,
      'reported-kits',
      (after, limit) => openKitReports(deps.db, after, limit),
      ({ reports }) => reports,
      [...REPORT, 'hidden'],
    )
  })

  router.get('/api/admin/hidden-kits', async (ctx) => {
    await requireAdmin(ctx, deps)
    await answerList(
      ctx,
      'hidden-kits',
      (after, limit) => hiddenKits(deps.db, after, limit),
      ({ kits }) => kits,
      ['kitId', 'buildId', 'kitName', 'hiddenAt'],
    )
  })

  router.post('/api/admin/kit-reports/:kitId', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action, reason: why } = kitReportBody.parse(await readJson(ctx))
    const kitId = idOf(ctx, 'kitId', t('There is no such kit.'))
    if (action === 'hide') ctx.body = await setHidden(deps, kitId, true, user.id, why)
    else ctx.body = await dismissKitReports(deps, kitId, user.id)
  })

  router.get('/api/admin/users', async (ctx) => {
    await requireAdmin(ctx, deps)
    const query = usersQuery.parse(ctx.query)
    if (!wantsCsv(ctx)) {
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

  router.get('/api/admin/messages', async (ctx) => {
    await requireAdmin(ctx, deps)
    const { state } = messagesQuery.parse(ctx.query)
    const columns = [
      'receivedAt',
      'name',
      'email',
      'message',
      'answer',
      'doneAt',
      'doneBy',
    ] as const
    await answerList(
      ctx,
      `messages-${state}`,
      (after, limit) => listMessages(deps.db, { state, after }, limit),
      ({ messages }) => messages,
      columns,
    )
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

  router.get('/api/admin/audit', async (ctx) => {
    await requireAdmin(ctx, deps)
    const { before } = ctx.query
    const isFine = before === undefined || (typeof before === 'string' && /^\d{1,18}$/.test(before))
    if (!isFine) {
      throw new Problem('bad_cursor', 422, t('This place in the list is not readable.'), {
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

/** Of what somebody reported. */
const REPORT = ['reportedAt', 'count', 'kitId', 'buildId', 'kitName', 'reasons'] as const

/** Answers a page of a list, or all of it as a file with these columns. */
async function answerList<Answer extends { next: string | null }, Row>(
  ctx: Context,
  name: string,
  read: (after?: string, limit?: number) => Promise<Answer>,
  rowsOf: (answer: Answer) => readonly Row[],
  columns: readonly (keyof Row & string)[],
): Promise<void> {
  const { after } = listQuery.parse(ctx.query)
  if (!wantsCsv(ctx)) {
    ctx.body = await read(after)
    return
  }
  answerCsv(ctx, `wrenchlist-${name}`, columns, async (from) => {
    const answer = await read(from, ROWS_OF_A_FILE)
    const valueOf = (value: unknown): CsvValue =>
      Array.isArray(value) ? value.join('; ') : (value as CsvValue)
    const rows = rowsOf(answer).map((row) => columns.map((column) => valueOf(row[column])))
    return { rows, next: answer.next }
  })
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
    if (!kit) throw new Problem('not_found', 404, t('There is no such kit.'))
    const reports = await closeKitReports(trx, deps.now(), kitId)
    if (reports > 0) {
      const act = { actor, action: 'dismiss_reports', subject: `kit:${kitId}` } as const
      await audit(trx, deps.now(), { ...act, details: { reports } })
    }
    return { kitId, hidden: kit.hidden_at !== null }
  })
}
