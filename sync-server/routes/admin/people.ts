import type { Deps } from '../guards/deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { emailKey, MAX_REASON } from '#shared/account.ts'
import {
  MAX_NOTE,
  MAX_SUSPENSION_DAYS,
  PERSON_LISTS,
  ROLE_ACTS,
  type RoleAct,
} from '#shared/admin/person.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { requireProof } from '../../accounts/proofs.ts'
import { requireAdmin } from '../guards/actor.ts'
import { readJson } from '../../http/body.ts'
import { trimmed } from '../../http/texts.ts'
import { actOnPerson, readPerson } from '../../admin/person.ts'
import { readPersonList } from '../../admin/personLists.ts'
import { answerList } from './adminList.ts'

const MAX_ACT_BYTES = 16 * 1024

const text = (max: number) => trimmed(max).refine((value) => value !== '', sentenceOf('empty'))

const ROLE_ACT_NAMES = Object.keys(ROLE_ACTS) as RoleAct[]

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
    action: z.enum(['unsuspend', 'resend', 'reset', 'signOut', ...ROLE_ACT_NAMES]),
  }),
  z.object({ action: z.literal('note'), text: text(MAX_NOTE) }),
  z.object({
    action: z.literal('removeNote'),
    note: z.string().regex(/^\d{1,18}$/, 'not an id'),
  }),
])

/** Acts that need a proof: roles, and the end of a session or password. */
const DANGEROUS = new Set<string>(['reset', 'signOut', ...ROLE_ACT_NAMES])

const listQuery = z.object({
  after: z.string().max(100, 'at most 100 characters').optional(),
})
const listName = z.enum(PERSON_LISTS)

/** Administrators' view of one account. */
export function peopleRoutes(deps: Deps): Router {
  const router = new Router()
  const { db, env } = deps

  router.get('/api/admin/people/:userId', async (ctx) => {
    await requireAdmin(ctx, deps)
    ctx.body = await readPerson(deps, ctx['params']['userId'] ?? '')
  })

  router.post('/api/admin/people/:userId', async (ctx) => {
    const actor = await requireAdmin(ctx, deps)
    const act = actBody.parse(await readJson(ctx, MAX_ACT_BYTES))
    const person = await readPerson(deps, ctx['params']['userId'] ?? '')
    if (DANGEROUS.has(act.action)) await requireProof(ctx, deps, actor)
    await actOnPerson(deps, person, act, actor.user.id)
    ctx.body = await readPerson(deps, person.id)
  })

  router.get('/api/admin/people/:userId/:list', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const list = listName.safeParse(ctx['params']['list'])
    if (!list.success) throw new Problem('not_found', 404, t('There is no such list.'))
    const query = listQuery.parse(ctx.query)
    const { id, email } = await readPerson(deps, ctx['params']['userId'] ?? '')
    const key = email === null ? '' : emailKey(email)
    const of = { db, env, id, emailKey: key, reader: user.email }
    await answerList(ctx, query, {
      file: list.data,
      read: (_, after) => readPersonList(of, list.data, after),
      rows: ({ rows }) => rows,
      columns: [
        'id',
        ['at', ({ at }) => new Date(at).toISOString()],
        ...(['title', 'text', 'state', 'path'] as const),
      ],
    })
  })

  return router
}
