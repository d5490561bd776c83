import type { Context } from 'koa'
import type { SourceFormat } from '#shared/catalogue/source.ts'
import type { Deps } from '../guards/deps.ts'
import type { SourceRow } from '../../feeds/sourceStore.ts'

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Router, { type RouterContext } from '@koa/router'
import { z } from 'zod'

import { MAX_FEED_BYTES, MAX_FEED_NAME, MAX_WAITING_FEEDS } from '#shared/catalogue/feed.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { MAX_SOURCE_NAME, UPLOADED } from '#shared/catalogue/source.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { clearDeadFeeds, discardFeed, listFeeds, readFeed } from '../../feeds/feedStore.ts'
import { readUpload } from '../../feeds/readUpload.ts'
import { refusedRows } from '../../feeds/refusedRows.ts'
import { dropFile, spoolFolder } from '../../feeds/spool.ts'
import { makeSource, readSource, removeSource } from '../../feeds/sourceStore.ts'
import { requireAdmin } from '../guards/actor.ts'
import { inflated, leave } from '../../http/body.ts'
import { oneLine } from '../../http/texts.ts'
import { answerBegun } from '../guards/busy.ts'
import { spokenCode } from '../../words/language.ts'
import { beginJob } from '../../jobs/jobStore.ts'

/** Asked for as a source: one is made of the file. */
const NEW = 'new'

const uploadQuery = z.object({
  name: oneLine(MAX_FEED_NAME).default(''),
  merchant: oneLine(PART_LIMITS.merchant).default(''),
  source: z.string().max(40).default(''),
})

const tooLarge = () => new Problem('too_large', 413, t('A file may hold at most 512 MB.'))

/** Feeds: uploaded, reviewed, imported or discarded by administrators. */
export function feedsRoutes(deps: Deps): Router {
  const router = new Router()
  const { db, now, random } = deps

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
    const known = await readSource(db, sourceId)
    if (!known && !['', NEW].includes(sourceId))
      throw new Problem('not_found', 404, t('There is no such source.'))
    await makeRoom()
    const folder = await spoolFolder(deps.env)
    let id = ''
    try {
      // Spooled at network speed: reading rows into the database may outlast the request.
      await spool(ctx, join(folder, 'feed'))
      const source = sourceId === NEW ? await newSource(name, user.id) : known
      const said = { format, charset: ctx.request.charset, merchant }
      id = await readUpload(deps, folder, { name: name || 'Upload', by: user.id, source, said })
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
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
    const isOpen = isDone || feed.state === 'refused'
    const isForgotten = isOpen && (await forgetUnused(feed.sourceId ?? '', user.id))
    if (!isDone && !isForgotten && feed.state !== 'discarded') throw wrongState(feed.state)
    ctx.body = await readFeed(db, feed.id)
  })

  /** A source called as its file is. */
  async function newSource(file: string, by: string): Promise<SourceRow | null> {
    const name = file.replace(/\.\w+$/, '').slice(0, MAX_SOURCE_NAME) || 'Upload'
    const id = await makeSource(db, { ...UPLOADED, name }, { now: now(), random, by })
    return readSource(db, id)
  }

  /** Removes a source that a file made and that nothing was imported of. */
  async function forgetUnused(id: string, by: string): Promise<boolean> {
    const source = await readSource(db, id)
    if (source?.kind !== 'upload' || source.imported_at) return false
    await dropFile(deps.env, id)
    return removeSource(db, id, now(), by)
  }

  /** Waiting feeds take room in the database. */
  async function makeRoom(): Promise<void> {
    await clearDeadFeeds(db)
    const open = await db('feeds as f')
      .leftJoin('feed_sources as s', 's.id', 'f.source_id')
      .whereIn('f.state', ['reading', 'waiting'])
      .whereRaw(`(s.id is null or (s.kind = 'upload' and s.imported_at is null))`)
      .count<{ n: string }[]>('* as n')
    if (Number(open[0]?.n ?? 0) < MAX_WAITING_FEEDS) return
    const sentence = t('{most} files wait already: import or discard one first.', {
      most: MAX_WAITING_FEEDS,
    })
    throw new Problem('too_many_files', 409, sentence)
  }

  return router
}

function wrongState(state: string): Problem {
  return new Problem('wrong_state', 409, t('This file is {state} already.', { state }))
}

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
