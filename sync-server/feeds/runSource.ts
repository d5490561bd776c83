/**
 * A run of a source: fetches the file, stages it whole, and imports it, unless the change is
 * suspicious; then it waits for approval. A failure changes nothing, and is retried with backoff.
 */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { RandomBytes } from '#shared/ids.ts'
import type { Known } from '../outside/guardedFetch.ts'
import type { Outside } from '../outside/outside.ts'
import type { Env } from '../env/env.ts'
import type { Worker } from '../jobs/jobRunner.ts'
import type { Shapes } from './columns.ts'
import type { Files } from './files.ts'
import type { SourceRow } from './sourceStore.ts'
import type { Staging } from './stageFeed.ts'

import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { backoffMs, nextRun } from '#shared/catalogue/schedule.ts'
import { newId } from '#shared/ids.ts'
import { JobFailure, OUR_SIDE } from '../jobs/jobFailure.ts'
import { type Effect, NO_EFFECT } from '../catalogue/effect.ts'
import { changedMeaning } from './columns.ts'
import { fetchFile } from './fetchFile.ts'
import { beginFeed, dropFeeds, letGo, refuseFeed } from './feedStore.ts'
import { RefusedFile } from './refusedFile.ts'
import { dateOf, readSource } from './sourceStore.ts'
import { spoolFolder } from './spool.ts'
import { tell, tellMany, type Told } from '../words/told.ts'

const HOUR_MS = 3_600_000

export interface SourceDeps {
  db: Knex
  env: Env
  outside: Outside
  log: Logger
  random: RandomBytes
  now(): number
  files: Files
}

/** Worker for jobs of kind `source`; a job's subject is the source id. */
export function sourceWorker(deps: SourceDeps): Worker {
  const { db, now, files } = deps
  return async ({ job, runner, signal, progress, storeNext }) => {
    const source = await readSource(db, job.subject ?? '')
    if (!source) throw new JobFailure(tell('This source is not there any more.'))
    await progress(db, { isAnew: true })
    const folder = await spoolFolder(deps.env)
    const feedId = newId(deps.random)
    const drop = () => void dropFeeds(db, { id: feedId }).catch(() => undefined)
    const feed = {
      id: feedId,
      name: source.name,
      source_id: source.id,
      uploaded_by: job.requested_by,
    }
    try {
      await beginFeed(db, feed, { now: now(), lease: '15 minutes' })
      signal.addEventListener('abort', drop, { once: true })
      const path = join(folder, 'feed')
      const { address } = source
      const known = knownOf(source, now())
      const fetched = await fetchFile({ address, known, path, signal }, deps)
      await storeNext()
      signal.throwIfAborted()
      await dropFeeds(db, { source_id: source.id }, feedId)
      if (!fetched) {
        await db('feeds').where({ id: feedId, state: 'reading' }).update({ state: 'unchanged' })
        return await noteWell(db, source, now())
      }
      const { etag, lastModified, charset } = fetched
      await db('feeds').where({ id: feedId }).update({ etag, last_modified: lastModified })
      const staging = stagingOf(source, { id: feedId, charset, now: now() })
      await files.run({ does: 'read', path, staging })
      signal.throwIfAborted()
      if (await isHeld(db, source, feedId)) return await noteWell(db, source, now())
      await db('feeds').where({ id: feedId, state: 'waiting' }).update({ state: 'importing' })
      signal.removeEventListener('abort', drop)
      try {
        await files.run({ does: 'import', job: { id: job.id, feedId, runner }, now: now() }, signal)
      } finally {
        await letGo(db, feedId)
      }
      await noteWell(db, source, now())
    } catch (error) {
      if (signal.aborted) throw error
      const isExpected = error instanceof RefusedFile || error instanceof JobFailure
      const sentence = isExpected ? error.message : OUR_SIDE
      await noteFailure(db, source, { feedId, sentence, now: now() })
      throw isExpected ? new JobFailure(sentence, { cause: error }) : error
    } finally {
      signal.removeEventListener('abort', drop)
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Parsing options of a source. */
export function stagingOf(
  source: SourceRow,
  { id, charset, now }: Pick<Staging, 'id' | 'charset' | 'now'>,
): Staging {
  const { rate, rate_at: rateAt } = source
  return {
    id,
    charset,
    now,
    format: source.format,
    encoding: source.encoding,
    merchant: source.merchant,
    mapping: source.mapping,
    sourceId: source.id,
    money: {
      decimal: source.decimal,
      currency: source.currency,
      rate: rate === null ? null : { value: rate, at: rateAt?.getTime() ?? now },
    },
  }
}

/** Validators of its file; none where it is read again before its prices expire. */
function knownOf(source: SourceRow, now: number): Known {
  const importedAt = source.imported_at?.getTime() ?? 0
  const isFresh = now - importedAt < (source.price_hours * HOUR_MS) / 2
  const isKnown = isFresh && !source.is_asking
  return { etag: isKnown ? source.etag : '', lastModified: isKnown ? source.last_modified : '' }
}

/** Whether the feed waits for approval; its row says why. @throws RefusedFile for an unfit file */
export async function isHeld(db: Knex, source: Asking, feedId: string): Promise<boolean> {
  const feed: { state: string; error: string; effect: Effect | null; shapes: Shapes } | undefined =
    await db('feeds').where({ id: feedId }).first('state', 'error', 'effect', 'shapes')
  if (!feed || feed.state === 'discarded') throw new JobFailure(tell('It was discarded.'))
  if (feed.state === 'refused') throw new RefusedFile(feed.error)
  const held = heldBecause(source, feed.effect, feed.shapes)
  if (held) await db('feeds').where({ id: feedId }).update({ held })
  return held !== ''
}

type Asking = Pick<SourceRow, 'is_asking' | 'shapes'>

/** Why a feed is not imported by itself; '' for no reason. */
function heldBecause(source: Asking, effect: Effect | null, shapes: Shapes): Told | '' {
  const of = { ...NO_EFFECT, ...effect }
  const { outOfStock, kept, jumpedOffers, touchedParts } = of
  if (touchedParts > 0) {
    return tellMany(
      touchedParts,
      '{count} part that others offer would be named otherwise, fit other vehicles or have other numbers: look at it first.',
      '{count} parts that others offer would be named otherwise, fit other vehicles or have other numbers: look at them first.',
      {},
    )
  }
  const changed = changedMeaning(source.shapes, shapes)
  if (changed)
    return tell('{changed} Look at its rows before it is imported.', { changed: [changed] })
  if (outOfStock > kept) {
    return tell(
      'It no longer names {gone} of {all} offers that are in stock: more than half would be out of stock.',
      { gone: outOfStock, all: outOfStock + kept },
    )
  }
  if (jumpedOffers * 2 > of.changedOffers + of.sameOffers) {
    return tellMany(
      jumpedOffers,
      '{count} price would be less than a third or more than three times what it is: does its price column mean something else now?',
      '{count} prices would be less than a third or more than three times what they are: does its price column mean something else now?',
      {},
    )
  }
  return source.is_asking ? tell('It is the first since the source was made or changed.') : ''
}

async function noteWell(db: Knex, { id }: SourceRow, now: number): Promise<void> {
  // Read anew: it may have been changed during the run.
  const source = await readSource(db, id)
  if (!source) return
  await db('feed_sources')
    .where({ id: source.id })
    .update({
      failures: 0,
      error: '',
      last_ok_at: new Date(now),
      next_at: dateOf(nextRun(source.schedule, now)),
    })
}

async function noteFailure(
  db: Knex,
  source: SourceRow,
  { feedId, sentence, now }: { feedId: string; sentence: Told; now: number },
): Promise<void> {
  await refuseFeed(db, feedId, sentence)
  const { schedule } = (await readSource(db, source.id)) ?? source
  const failures = source.failures + 1
  await db('feed_sources')
    .where({ id: source.id })
    .update({
      failures,
      error: sentence,
      next_at: schedule === '' ? null : new Date(now + backoffMs(failures)),
    })
}
