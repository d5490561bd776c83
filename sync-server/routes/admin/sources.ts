import type { Deps } from '../guards/deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import type { SourceSettings } from '#shared/catalogue/source.ts'

import { FEED_COLUMNS, type FeedColumn } from '#shared/catalogue/feed.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { MAX_SCHEDULE, scheduleProblem } from '#shared/catalogue/schedule.ts'
import {
  DECIMALS,
  MAX_ADDRESS,
  MAX_PRICE_HOURS,
  MAX_SOURCE_NAME,
  SOURCE_FORMATS,
  SOURCE_KINDS,
} from '#shared/catalogue/source.ts'
import { currencyCodes } from '#shared/money/currencyWords.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import {
  changeSource,
  listSources,
  makeSource,
  readSource,
  removeSource,
  takesProof,
} from '../../feeds/sourceStore.ts'
import { readAnew } from '../../feeds/readUpload.ts'
import { dropFile } from '../../feeds/spool.ts'
import { isEncoding } from '../../feeds/textOfFile.ts'
import { requireProof } from '../../accounts/proofs.ts'
import { requireAdmin } from '../guards/actor.ts'
import { readJson } from '../../http/body.ts'
import { oneLine as line } from '../../http/texts.ts'
import { answerBegun } from '../guards/busy.ts'
import { beginJob } from '../../jobs/jobStore.ts'

const settingsBody = z
  .object({
    name: line(MAX_SOURCE_NAME).min(1, sentenceOf('empty')),
    kind: z.enum(SOURCE_KINDS),
    address: line(MAX_ADDRESS),
    merchant: line(PART_LIMITS.merchant),
    format: z.enum(SOURCE_FORMATS),
    encoding: line(40).refine(
      (label) => label === '' || isEncoding(label),
      'a name that browsers know, such as windows-1252',
    ),
    decimal: z.enum(DECIMALS),
    currency: line(3).refine(
      (code) => currencyCodes().includes(code),
      'the code of a currency, such as EUR',
    ),
    rate: z.number().positive('above 0').max(100_000, 'too much').nullable(),
    mapping: z.partialRecord(
      z.enum(Object.keys(FEED_COLUMNS) as [FeedColumn, ...FeedColumn[]]),
      line(120),
    ),
    schedule: line(MAX_SCHEDULE),
    priceHours: z
      .int('whole hours')
      .min(1, 'at least 1')
      .max(MAX_PRICE_HOURS, `at most ${MAX_PRICE_HOURS}`),
    historyAllowed: z.boolean(),
  })
  .superRefine(({ kind, address, schedule, mapping }, check) => {
    const refuse = (field: string, message: string) =>
      check.addIssue({ code: 'custom', path: [field], message })
    if (kind === 'address') {
      const problem = addressProblem(address)
      if (problem) refuse('address', problem)
    }
    const headings = Object.values(mapping).filter((heading) => heading !== '')
    if (new Set(headings).size < headings.length) {
      refuse('mapping', 'a column of the file is read as one thing')
    }
    const problem = scheduleProblem(schedule)
    if (problem) refuse('schedule', problem)
  })

function addressProblem(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return 'an address like https://shop.example/feed.csv'
  }
  const { username, password } = new URL(address)
  return username || password ? 'a name or password in the address is not sent' : ''
}

/** Drops settings the kind does not use. A rate needs a currency other than dollars. */
function tidied(settings: SourceSettings): SourceSettings {
  const isUpload = settings.kind === 'upload'
  return {
    ...settings,
    ...(isUpload && { address: '', schedule: '' }),
    rate: settings.currency === 'USD' ? null : settings.rate,
  }
}

const nothing = () => new Problem('not_found', 404, t('There is no such source.'))

/** Feed sources: created, changed, run and removed by administrators. */
export function sourcesRoutes(deps: Deps): Router {
  const router = new Router()
  const { db, now, random } = deps

  router.get('/api/admin/sources', async (ctx) => {
    await requireAdmin(ctx, deps)
    ctx.body = { sources: await listSources(db) }
  })

  router.post('/api/admin/sources', async (ctx) => {
    const actor = await requireAdmin(ctx, deps)
    const settings = tidied(settingsBody.parse(await readJson(ctx)))
    await requireProof(ctx, deps, actor)
    ctx.body = { id: await makeSource(db, settings, { now: now(), random, by: actor.user.id }) }
    ctx.status = 201
  })

  router.post('/api/admin/sources/:id', async (ctx) => {
    const actor = await requireAdmin(ctx, deps)
    const settings = tidied(settingsBody.parse(await readJson(ctx)))
    const id = ctx['params']['id'] ?? ''
    const before = await readSource(db, id)
    if (!before || takesProof(before, settings)) await requireProof(ctx, deps, actor)
    const by = actor.user.id
    const changed = await changeSource(db, id, settings, { now: now(), by })
    if (!changed) throw nothing()
    ctx.body = { id, ...(changed.isReadAnew && { isRead: await readAnew(deps, id, by) }) }
  })

  router.post('/api/admin/sources/:id/run', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const source = await readSource(db, ctx['params']['id'] ?? '')
    if (!source) throw nothing()
    if (source.kind !== 'address') {
      throw new Problem('no_address', 409, t('This source has no address: upload its file.'))
    }
    const job = { kind: 'source', source: source.name, by: user.id, subject: source.id } as const
    const begun = await db.transaction((trx) => beginJob(trx, deps, job))
    answerBegun(ctx, deps.jobs, begun)
  })

  router.post('/api/admin/sources/:id/remove', async (ctx) => {
    const actor = await requireAdmin(ctx, deps)
    await requireProof(ctx, deps, actor)
    const id = ctx['params']['id'] ?? ''
    if (!(await removeSource(db, id, now(), actor.user.id))) throw nothing()
    await dropFile(deps.env, id)
    ctx.body = {}
  })

  return router
}
