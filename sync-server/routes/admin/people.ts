import type { Deps } from '../../deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { emailKey, MAX_REASON } from '#shared/account.ts'
import { isStorable } from '#shared/kinds/define.ts'
import { MAX_NOTE, MAX_SUSPENSION_DAYS, PERSON_LISTS } from '#shared/person.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { requireAdmin } from '../../http/actor.ts'
import { readJson } from '../../http/body.ts'
import { answerCsv, wantsCsv } from '../../http/csv.ts'
import { actOnPerson, readPerson } from '../../people/person.ts'
import { readPersonList } from '../../people/personLists.ts'

const MAX_ACT_BYTES = 16 * 1024

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `at most ${max} characters`)
    .refine(isStorable, sentenceOf('bad_characters'))
    .refine((value) => value !== '', sentenceOf('empty'))

const actBody = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('suspend'),
    reason: text(MAX_REASON),
    days: z
      .int('whole days')
      .min(1, 'at least 1')
      .max(MAX_SUSPENSION_DAYS, `at most ${MAX_SUSPENSION_DAYS}`)
      .nullable()
      .default(null),
  }),
  z.object({
    action: z.enum(['unsuspend', 'resend', 'reset', 'signOut', 'makeAdmin', 'unmakeAdmin']),
  }),
  z.object({ action: z.literal('note'), text: text(MAX_NOTE) }),
  z.object({
    action: z.literal('removeNote'),
    note: z.string().regex(/^\d{1,18}$/, 'not an id'),
  }),
])

const listQuery = z.object({
  after: z.string().max(100, 'at most 100 characters').optional(),
})
const listName = z.enum(PERSON_LISTS)

/** One account as administrators see it. */
export function peopleRoutes(deps: Deps): Router {
  const router = new Router()
  const { db, env } = deps

  router.get('/api/admin/people/:userId', async (ctx) => {
    await requireAdmin(ctx, deps)
    ctx.body = await readPerson(deps, ctx['params']['userId'] ?? '')
  })

  router.post('/api/admin/people/:userId', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const act = actBody.parse(await readJson(ctx, MAX_ACT_BYTES))
    const person = await readPerson(deps, ctx['params']['userId'] ?? '')
    await actOnPerson(deps, person, act, user.id)
    ctx.body = await readPerson(deps, person.id)
  })

  router.get('/api/admin/people/:userId/:list', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const list = listName.safeParse(ctx['params']['list'])
    if (!list.success) throw new Problem('not_found', 404, t('There is no such list.'))
    const { after } = listQuery.parse(ctx.query)
    const { id, email } = await readPerson(deps, ctx['params']['userId'] ?? '')
    const key = email === null ? '' : emailKey(email)
    const of = { db, env, id, emailKey: key, reader: user.email }
    if (!wantsCsv(ctx)) {
      ctx.body = await readPersonList(of, list.data, after)
      return
    }
    const headings = ['id', 'at', 'title', 'text', 'state', 'path']
    answerCsv(ctx, list.data, headings, async (from) => {
      const { rows, next } = await readPersonList(of, list.data, from ?? undefined)
      return {
        rows: rows.map((row) => [
          row.id,
          new Date(row.at).toISOString(),
          row.title,
          row.text,
          row.state,
          row.path,
        ]),
        next,
      }
    })
  })

  return router
}
