import type { Context } from 'koa'
import type { SourceFormat } from '#shared/catalogue/source.ts'
import type { Deps } from '../guards/deps.ts'
import type { SourceRow } from '../../feeds/sourceStore.ts'
import type { Staging } from '../../feeds/stageFeed.ts'

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Router, { type RouterContext } from '@koa/router'
import { z } from 'zod'

import { MAX_FEED_BYTES, MAX_FEED_NAME, MAX_WAITING_FEEDS } from '#shared/catalogue/feed.ts'
import { newId } from '#shared/ids.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import {
  beginFeed,
  clearDeadFeeds,
  discardFeed,
  dropFeeds,
  listFeeds,
  readFeed,
  refuseFeed,
} from '../../feeds/feedStore.ts'
import { refusedRows } from '../../feeds/refusedRows.ts'
import { isHeld, stagingOf } from '../../feeds/runSource.ts'
import { spoolFolder } from '../../feeds/spool.ts'
import { readSource } from '../../feeds/sourceStore.ts'
import { requireAdmin } from '../guards/actor.ts'
import { inflated, leave } from '../../http/body.ts'
import { oneLine } from '../../http/texts.ts'
import { answerBegun } from '../guards/busy.ts'
import { spokenCode } from '../../words/language.ts'
import { JobFailure, OUR_SIDE } from '../../jobs/jobFailure.ts'
import { beginJob } from '../../jobs/jobStore.ts'

/** Longer reads are answered before their end. */
const ANSWER_AFTER_MS = 10_000

const uploadQuery = z.object({
  name: oneLine(MAX_FEED_NAME).default(''),
  merchant: oneLine(PART_LIMITS.merchant).default(''),
  source: z.string().max(40).default(''),
})

const tooLarge = () => new Problem('too_large', 413, t('A file may hold at most 512 MB.'))

/** Feeds: uploaded, reviewed, imported or discarded by administrators. */
export function feedsRoutes(deps: Deps): Router {
  const router = new Router()
  const { db, files, log, now } = deps

  /** The feed that an administrator's address names. */
  async function asked(ctx: RouterContext) {
    const { user } = await requireAdmin(ctx, deps)
    const feed = await readFeed(db, ctx.params['id'] ?? '')
    if (feed) return { user, feed }
    throw new Problem('not_found', 404, t('There is no such file.'))
  }

  router.get('/api/admin/feeds', async (ctx) => {
    await requireAdmin(ctx, deps)
    ctx.body = { feeds: await listFeeds(db) }
  })

  router.get('/api/admin/feeds/:id', async (ctx) => {
    ctx.body = (await asked(ctx)).feed
  })

  router.post('/api/admin/feeds', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const { name, merchant, source: sourceId } = uploadQuery.parse(ctx.query)
    const format = formatOf(ctx)
    const source = sourceId === '' ? null : await readSource(db, sourceId)
    if (sourceId !== '' && !source)
      throw new Problem('not_found', 404, t('There is no such source.'))
    await makeRoom()
    const folder = await spoolFolder(deps.env)
    try {
      // Spooled at network speed: reading rows into the database may outlast the request.
      await spool(ctx, spooledIn(folder))
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
    const id = newId(deps.random)
    // An earlier file of the source that still waits is out of date.
    if (source) await dropFeeds(db, { source_id: source.id })
    const feedOf = { id, name: name || 'Upload', source_id: source?.id ?? null }
    await beginFeed(db, { ...feedOf, uploaded_by: user.id }, { now: now() })
    const charset = ctx.request.charset
    const staged = readIn(
      folder,
      source
        ? stagingOf(source, { id, charset, now: now() })
        : { ...BY_ITSELF, id, format, charset, merchant, now: now() },
      source,
    )
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise((resolve) => (timer = setTimeout(resolve, ANSWER_AFTER_MS)))
    await Promise.race([staged, patience])
    clearTimeout(timer)
    const feed = await readFeed(db, id)
    ctx.status = feed?.state === 'reading' ? 202 : 200
    ctx.body = feed
  })

  router.post('/api/admin/feeds/:id/import', async (ctx) => {
    const { user, feed } = await asked(ctx)
    // A failed import may be repeated: it is idempotent.
    if (feed.state !== 'waiting' && feed.state !== 'importing') throw wrongState(feed.state)
    const begun = await db.transaction(async (trx) => {
      const job = { kind: 'feed', source: feed.name, by: user.id, subject: feed.id } as const
      const result = await beginJob(trx, deps, job)
      if ('busy' in result) return result
      const changed = await trx('feeds')
        .where({ id: feed.id })
        .whereIn('state', ['waiting', 'importing'])
        .update({ state: 'importing' })
      if (changed === 0) throw wrongState('imported')
      return result
    })
    answerBegun(ctx, deps.jobs, begun)
  })

  router.post('/api/admin/feeds/:id/undo', async (ctx) => {
    const { user, feed } = await asked(ctx)
    if (!feed.mayUndo) {
      const sentence = t('Only the last import of a source can be taken back, and only once.')
      throw new Problem('wrong_state', 409, sentence)
    }
    const job = { kind: 'undo', source: feed.name, by: user.id, subject: feed.id } as const
    const begun = await db.transaction((trx) => beginJob(trx, deps, job))
    answerBegun(ctx, deps.jobs, begun)
  })

  router.get('/api/admin/feeds/:id/refused', async (ctx) => {
    const { feed } = await asked(ctx)
    ctx.type = 'text/csv; charset=utf-8'
    ctx.attachment('refused.csv')
    ctx.body = Readable.from(refusedRows(db, feed.id, spokenCode()))
  })

  router.post('/api/admin/feeds/:id/discard', async (ctx) => {
    const { user, feed } = await asked(ctx)
    const isDone = await discardFeed(db, now(), feed.id, user.id)
    if (!isDone && feed.state !== 'discarded') throw wrongState(feed.state)
    ctx.body = await readFeed(db, feed.id)
  })

  /** Never throws: the result is in the feed's row. */
  async function readIn(folder: string, staging: Staging, source: SourceRow | null): Promise<void> {
    try {
      await files.run({ does: 'read', path: spooledIn(folder), staging })
      await noteHeld(source, staging.id)
    } catch (error) {
      log.error({ err: error, feed: staging.id }, 'a file could not be read')
      // If the database is down, clearDeadFeeds() does it later.
      const sentence = error instanceof JobFailure ? error.message : OUR_SIDE
      await refuseFeed(db, staging.id, sentence).catch(() => undefined)
    }
    await rm(folder, { recursive: true, force: true })
  }

  /** Notes why the feed needs attention; a refused one says so already. */
  async function noteHeld(source: SourceRow | null, id: string): Promise<void> {
    const isFit = (await readFeed(db, id))?.state === 'waiting'
    if (isFit) await isHeld(db, { shapes: source?.shapes ?? {}, is_asking: false }, id)
  }

  /** Waiting feeds take room in the database. */
  async function makeRoom(): Promise<void> {
    await clearDeadFeeds(db)
    const open = await db('feeds')
      .whereIn('state', ['reading', 'waiting'])
      .whereNull('source_id')
      .count<{ n: string }[]>('* as n')
    if (Number(open[0]?.n ?? 0) < MAX_WAITING_FEEDS) return
    const sentence = t('{most} files wait already: import or discard one first.', {
      most: MAX_WAITING_FEEDS,
    })
    throw new Problem('too_many_files', 409, sentence)
  }

  return router
}

const spooledIn = (folder: string): string => join(folder, 'feed')

function wrongState(state: string): Problem {
  return new Problem('wrong_state', 409, t('This file is {state} already.', { state }))
}

/** A single uploaded file, without a source. */
const BY_ITSELF = { encoding: '', mapping: {}, sourceId: null, money: null } as const

function formatOf(ctx: Context): SourceFormat {
  if (ctx.is('text/csv', 'text/tab-separated-values')) return 'csv'
  if (ctx.is('application/json', 'application/x-ndjson', 'application/jsonl')) return 'json'
  if (ctx.is('application/xml', 'text/xml')) return 'xml'
  // Compressed, or of unknown type.
  if (ctx.is('application/gzip', 'application/x-gzip', 'application/octet-stream')) return 'auto'
  const sentence = t('Send a file as text/csv, application/json or application/xml.')
  throw new Problem('bad_type', 415, sentence)
}

/** Spools the body to a file, limited by inflated size. */
async function spool(ctx: Context, path: string): Promise<void> {
  if (Number(ctx.get('Content-Length') || 0) > MAX_FEED_BYTES) {
    ctx.req.resume()
    throw tooLarge()
  }
  const body = inflated(ctx)
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > MAX_FEED_BYTES ? tooLarge() : null, chunk)
    },
  })
  try {
    await pipeline(body.iterator({ destroyOnReturn: false }), counted, createWriteStream(path))
  } catch (error) {
    leave(ctx, body)
    if (error instanceof Problem) throw error
    throw new Problem('unreadable', 400, t('The file did not arrive whole.'))
  }
}
