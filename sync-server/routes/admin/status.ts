import type { Context } from 'koa'
import type { Deps } from '../../deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { isId } from '#shared/ids.ts'
import { isStorable } from '#shared/kinds/define.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { DEFAULT_REST_TEXT, MAX_ANNOUNCEMENT } from '#shared/word.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../../accounts/audit.ts'
import { requireAdmin } from '../../http/actor.ts'
import { readJson } from '../../http/body.ts'
import { answerCsv, wantsCsv } from '../../http/csv.ts'
import { runHousekeeping } from '../../jobs/housekeeping.ts'
import { noteRound } from '../../jobs/noteRound.ts'
import { composeLetter } from '../../mail/letters.ts'
import { decideMail, listMails, mailsQuery } from '../../mail/mailBook.ts'
import { runNotifier } from '../../notify/notifier.ts'
import { beginBackup, giveTicket, openBackup, removeBackup } from '../../status/backups.ts'
import { runMinute } from '../../status/minute.ts'
import { readOverview } from '../../status/overview.ts'
import { listReadings } from '../../status/readings.ts'
import { announce, setRest } from '../../status/word.ts'

const words = z
  .string()
  .trim()
  .max(MAX_ANNOUNCEMENT, `at most ${MAX_ANNOUNCEMENT} characters`)
  .refine(isStorable, sentenceOf('bad_characters'))

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

/** A page of a file is larger than one of a screen. */
const ROWS_OF_A_FILE = 500

/** What is done again and again, and can be done now. */
const ROUNDS = {
  housekeeping: runHousekeeping,
  minute: runMinute,
  notifications: runNotifier,
} satisfies Record<string, (deps: Deps) => Promise<string[]>>

/** What an operator sees of the installation, and does to it. */
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

  router.get('/mails', async (ctx) => {
    await requireAdmin(ctx, deps)
    const query = mailsQuery.parse(ctx.query)
    if (!wantsCsv(ctx)) {
      ctx.body = await listMails(db, query)
      return
    }
    const columns = [
      'at',
      'to',
      'subject',
      'state',
      'tries',
      'triedAt',
      'nextAt',
      'reason',
    ] as const
    answerCsv(ctx, 'wrenchlist-mail', columns, async (after) => {
      const { mails, next } = await listMails(db, { ...query, after }, ROWS_OF_A_FILE)
      return { rows: mails.map((mail) => columns.map((column) => mail[column])), next }
    })
  })

  router.post('/mails/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action } = mailBody.parse(await readJson(ctx))
    const id = ctx['params']['id'] ?? ''
    if (!/^\d{1,18}$/.test(id)) throw new Problem('not_found', 404, t('There is no such mail.'))
    await decideMail(deps, id, action, user.id)
    ctx.body = { status: action === 'retry' ? 'waiting' : 'dropped' }
  })

  /** Sends one letter to whoever asks, and says at once what came of it. */
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
      before: [t('You asked for this letter on the screen Status. It has arrived, so mail works.')],
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
    const { user } = await requireAdmin(ctx, deps)
    const { on, text } = restBody.parse(await readJson(ctx))
    await setRest(deps, on ? text || DEFAULT_REST_TEXT : null, user.id)
    ctx.body = deps.word.current()
  })

  router.post('/backups', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    ctx.status = 202
    ctx.body = await beginBackup(deps, user.id)
  })

  router.post('/backups/:id', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { action } = backupBody.parse(await readJson(ctx))
    const id = backupOf(ctx)
    if (action === 'ticket') ctx.body = { ticket: await giveTicket(deps, id, user.id) }
    else {
      await removeBackup(deps, id, user.id)
      ctx.body = { status: 'removed' }
    }
  })

  return router
}

/** Asked by a browser that saves a file, which sends no token: the ticket says that it may. */
export function backupFileRoutes(deps: Deps): Router {
  const router = new Router()

  router.get('/api/backups/:id', async (ctx) => {
    const { ticket } = ctx.query
    const { stream, bytes, name } = await openBackup(
      deps,
      backupOf(ctx),
      typeof ticket === 'string' ? ticket : '',
    )
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
