import type { Context } from 'koa'
import type { Deps } from '../guards/deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { DEFAULT_REST_TEXT, MAX_ANNOUNCEMENT } from '#shared/admin/announced.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../../auditLog/auditLog.ts'
import { requireProof } from '../../accounts/proofs.ts'
import { requireAdmin } from '../guards/actor.ts'
import { readFields, readJson } from '../../http/body.ts'
import { answerCsv, wantsCsv } from '../../http/csv.ts'
import { trimmed } from '../../http/texts.ts'
import { runHousekeeping } from '../../housekeeping/housekeeping.ts'
import { noteRound } from '../../rounds/noteRound.ts'
import { composeLetter } from '../../mail/letters.ts'
import { decideMail, listMails, mailsQuery } from '../../mail/mailBook.ts'
import { runNotifier } from '../../notify/notifier.ts'
import { beginBackup, openBackup, removeBackup, ticketFor } from '../../status/backups.ts'
import { runMinute } from '../../status/minute.ts'
import { readOverview } from '../../admin/overview.ts'
import { listReadings } from '../../status/readings.ts'
import { announce, setRest } from '../../announcement/announcement.ts'
import { adminList } from './adminList.ts'

const words = trimmed(MAX_ANNOUNCEMENT)

const time = z.iso.datetime('not a time').transform(Date.parse).nullable().default(null)

const announcementBody = z
  .object({ text: words, from: time, until: time })
  .refine(({ from, until }) => until === null || until > (from ?? 0), {
    path: ['until'],
    error: () => t('later than its beginning'),
  })
const restBody = z.object({ on: z.boolean(), text: words.default('') })
const mailBody = z.object({ action: z.enum(['retry', 'drop']) })
const backupBody = z.object({ action: z.enum(['ticket', 'remove']) })
const readingsQuery = z.object({
  days: z.enum(['1', '7', '30', '365'], '1, 7, 30 or 365').default('7').transform(Number),
})

const MAX_FIELDS_BYTES = 1_024

/** Background rounds that can be run at once. */
const ROUNDS = {
  housekeeping: runHousekeeping,
  minute: runMinute,
  notifications: runNotifier,
} satisfies Record<string, (deps: Deps) => Promise<string[]>>

/** Operators' view of the installation, and acts on it. */
export function statusRoutes(deps: Deps): Router {
  const router = new Router({ prefix: '/api/admin' })
  const { db, now, mailer } = deps

  router.get('/status', async (ctx) => {
    await requireAdmin(ctx, deps)
    ctx.body = await readOverview(deps)
  })

  router.get('/readings', async (ctx) => {
    await requireAdmin(ctx, deps)
    const { days } = readingsQuery.parse(ctx.query)
    const readings = await listReadings(db, now(), days)
    if (!wantsCsv(ctx)) {
      ctx.body = { readings }
      return
    }
    const columns = ['at', 'people', 'kits', 'saves', 'pushes', 'late', 'median', 'p95'] as const
    answerCsv(ctx, `wrenchlist-figures-${days}-days`, columns, async () => ({
      rows: readings.map((reading) => columns.map((column) => reading[column])),
      next: null,
    }))
  })

  adminList(router, deps, '/mails', {
    query: mailsQuery,
    file: 'wrenchlist-mail',
    read: (query, after, most) => listMails(db, { ...query, after }, most),
    rows: ({ mails }) => mails,
    columns: ['at', 'to', 'subject', 'state', 'tries', 'triedAt', 'nextAt', 'reason'],
  })

  router.post('/mails/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action } = mailBody.parse(await readJson(ctx))
    const id = ctx['params']['id'] ?? ''
    if (!/^\d{1,18}$/.test(id)) throw new Problem('not_found', 404, t('There is no such mail.'))
    await decideMail(deps, id, action, user.id)
    ctx.body = { status: action === 'retry' ? 'waiting' : 'dropped' }
  })

  /** Sends a test letter to the caller, and answers with the result. */
  router.post('/mail-test', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const to = user.email
    if (!to) throw new Problem('no_address', 409, t('Your account has no address.'))
    await db.transaction((trx) =>
      audit(trx, now(), { actor: user.id, action: 'test_mail', subject: `user:${user.id}` }),
    )
    const letter = composeLetter({
      to,
      subject: t('Mail of Wrenchlist works'),
      before: [
        t('You asked for this letter on the screen Installation. It has arrived, so mail works.'),
      ],
    })
    ctx.body = { to, ...(await mailer.attempt(letter)), isFile: deps.env.SMTP_URL === undefined }
  })

  router.post('/rounds/:name', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const name = ctx['params']['name'] ?? ''
    if (!Object.hasOwn(ROUNDS, name))
      throw new Problem('not_found', 404, t('There is no such round.'))
    await db.transaction((trx) =>
      audit(trx, now(), { actor: user.id, action: 'run_round', subject: `server:${name}` }),
    )
    const run = ROUNDS[name as keyof typeof ROUNDS]
    void noteRound(deps, name, () => run(deps))
    ctx.status = 202
    ctx.body = { status: 'begun' }
  })

  router.post('/announcement', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    await announce(deps, announcementBody.parse(await readJson(ctx)), user.id)
    ctx.body = deps.word.current()
  })

  router.post('/maintenance', async (ctx) => {
    const actor = await requireAdmin(ctx, deps)
    const { on, text } = restBody.parse(await readJson(ctx))
    await requireProof(ctx, deps, actor)
    await setRest(deps, on ? text || DEFAULT_REST_TEXT : null, actor.user.id)
    ctx.body = deps.word.current()
  })

  router.post('/backups', async (ctx) => {
    const actor = await requireAdmin(ctx, deps)
    await requireProof(ctx, deps, actor)
    ctx.status = 202
    ctx.body = await beginBackup(deps, actor.user.id)
  })

  router.post('/backups/:id', async (ctx) => {
    const actor = await requireAdmin(ctx, deps)
    const { action } = backupBody.parse(await readJson(ctx))
    const id = backupOf(ctx)
    await requireProof(ctx, deps, actor)
    if (action === 'ticket') ctx.body = { ticket: await ticketFor(deps, id, actor) }
    else {
      await removeBackup(deps, id, actor.user.id)
      ctx.body = { status: 'removed' }
    }
  })

  return router
}

/** Called by a browser form, which sends no token: the ticket authorizes it. */
export function backupFileRoutes(deps: Deps): Router {
  const router = new Router()

  router.post('/api/backups/:id', async (ctx) => {
    const ticket = (await readFields(ctx, MAX_FIELDS_BYTES)).get('ticket') ?? ''
    const { stream, bytes, name } = await openBackup(deps, backupOf(ctx), ticket)
    ctx.type = 'application/gzip'
    ctx.length = bytes
    ctx.set('Content-Disposition', `attachment; filename="${name}"`)
    ctx.set('Cache-Control', 'no-store')
    ctx.body = stream
  })

  return router
}

function backupOf(ctx: Context & { params: Record<string, string> }): string {
  const id = ctx.params['id']
  if (!isId(id)) throw new Problem('not_found', 404, t('There is no such backup.'))
  return id
}
