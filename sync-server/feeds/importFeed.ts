/**
 * Puts the rows of a file that was looked at into the catalogue: as one transaction of many small
 * statements, so that readers see the catalogue before it or after it and an end in the middle leaves
 * nothing. What was there before is noted, so that it can be taken back.
 */
import type { Knex } from 'knex'

import { setTimeout as sleep } from 'node:timers/promises'

import type { JobRow, Progress } from '../jobs/jobStore.ts'
import type { IncomingPart } from '../parts/incoming.ts'
import type { Run } from '../parts/storeParts.ts'

import { SOLD_OUT } from '#shared/catalogue/offer.ts'
import { JobFailure } from '../jobs/jobFailure.ts'
import { previewOf } from '../jobs/scrape.ts'
import { soldOutBySource } from '../parts/corrections.ts'
import { storeParts } from '../parts/storeParts.ts'
import { partRanges } from '../parts/partRanges.ts'
import { clearRows, forgetUndo } from './feedStore.ts'
import { tell } from '../words/told.ts'

/** Rows of one statement: as many as it stores in a moment. */
const FIRST_CHUNK = 250
const MIN_CHUNK = 50
const MAX_CHUNK = 1_000
const SHORT_MS = 60
const LONG_MS = 200
/** Between statements so much of the time they took: the database is others' too. */
const REST = 0.5
/** Offers looked through in one statement for those that are not named any more. */
const RANGE = 5_000

/** A job of kind `feed` or `source`, in the hands of `runner`. */
export interface ImportTask extends Pick<JobRow, 'id'> {
  /** The feed's id. */
  feedId: string
  runner: string
}

interface Importing extends ImportTask {
  /** Milliseconds since 1970. */
  now: number
  /** Aborted to let go: nothing of it stays. */
  signal: AbortSignal
  /** Writes down how far it is. */
  progress(db: Knex, progress: Progress): Promise<void>
}

interface FeedToImport {
  accepted: number
  state: string
  run: number
  source_id: string | null
  shapes: object
  etag: string
  last_modified: string
}

/** All of it, or nothing: who asked lets go of it then. @throws JobFailure when the file is gone */
export async function importFeed(db: Knex, importing: Importing): Promise<void> {
  const { feedId: id, progress } = importing
  const feed: FeedToImport | undefined = await db('feeds')
    .where({ id })
    .first('accepted', 'state', 'run', 'source_id', 'shapes', 'etag', 'last_modified')
  if (feed?.state !== 'importing') throw new JobFailure(tell('This file is not there any more.'))
  await progress(db, { isAnew: true, total: feed.accepted })
  const isDone = await importIn(db, feed, importing)
  if (isDone) await tidy(db, feed.source_id, id)
}

/** @returns false when it was told to let go, and nothing has changed */
async function importIn(
  db: Knex,
  feed: FeedToImport,
  { feedId, now, signal, progress }: Importing,
): Promise<boolean> {
  const run = await runOf(db, feedId, feed)
  // How far it is stands outside of the transaction: others are to see it.
  const trx = await db.transaction()
  try {
    let after = 0
    let chunk = FIRST_CHUNK
    let stored = 0
    const merchants = new Set<number>()
    for (;;) {
      if (signal.aborted) {
        await trx.rollback()
        return false
      }
      const started = performance.now()
      const rows: { row: number; part: IncomingPart }[] = await trx('feed_rows')
        .where({ feed_id: feedId })
        .where('row', '>', after)
        .orderBy('row')
        .limit(chunk)
        .select('row', 'part')
      const parts = rows.map(({ part }) => part)
      const how = { origin: 'feed', isDemo: false, now, run } as const
      const { added, merchantIds } = await storeParts(trx, parts, how)
      for (const merchant of merchantIds) merchants.add(merchant)
      const done = parts.length
      stored += done
      const tookMs = performance.now() - started
      await progress(db, { done, saved: done, added, parts: parts.slice(0, 10).map(previewOf) })
      if (rows.length < chunk) break
      after = rows.at(-1)?.row ?? after
      await sleep(tookMs * REST)
      if (tookMs > LONG_MS) chunk = Math.max(MIN_CHUNK, Math.floor(chunk / 2))
      else if (tookMs < SHORT_MS) chunk = Math.min(MAX_CHUNK, chunk * 2)
    }
    if (run.sourceId !== null) {
      for (const table of ['offers', 'foreign_offers'] as const) await sellOut(trx, run, table, now)
      const { sourceId, nth } = run
      await soldOutBySource(trx, { sourceId, nth, at: new Date(now), soldOut: SOLD_OUT })
      await noteSource(trx, run, feed, merchants, now)
    }
    // Rows that went meanwhile would be taken for what the source does not name any more.
    const changed = await trx('feeds')
      .where({ id: feedId, state: 'importing' })
      .update({ state: 'imported', held: '' })
    if (changed === 0 || stored !== feed.accepted) {
      throw new JobFailure(tell('Another file of its source came meanwhile; nothing was changed.'))
    }
    if (signal.aborted) {
      await trx.rollback()
      return false
    }
    // In the same transaction: a run that somebody else has by now takes all of it back.
    await progress(trx, {})
    await trx.commit()
    return true
  } catch (error) {
    await trx.rollback().catch(() => undefined)
    throw error
  }
}

async function runOf(db: Knex, feedId: string, feed: FeedToImport): Promise<Run> {
  const source: { price_hours: number; history_allowed: boolean } | undefined =
    feed.source_id === null
      ? undefined
      : await db('feed_sources')
          .where({ id: feed.source_id })
          .first('price_hours', 'history_allowed')
  return {
    feedId,
    nth: feed.run,
    sourceId: source ? feed.source_id : null,
    terms: source
      ? { maxAgeHours: source.price_hours, historyAllowed: source.history_allowed }
      : null,
  }
}

/** What the source named once and does not name now is out of stock: it is not there to be bought. */
async function sellOut(
  trx: Knex,
  { feedId, nth, sourceId }: Run,
  table: 'offers' | 'foreign_offers',
  now: number,
): Promise<void> {
  for await (const [after, to] of partRanges(trx, table, RANGE)) {
    await trx.raw(
      `with gone as (
         select * from ${table} where part_id > :after and part_id <= :to
           and source_id = :sourceId and run is distinct from :nth::int
           and availability !~* :soldOut
       ), noted as (
         insert into run_offers (feed_id, part_id, merchant_id, is_foreign, before)
         select :feedId, part_id, merchant_id, :isForeign, to_jsonb(gone) from gone
         on conflict do nothing
       )
       update ${table} o set availability = 'Out of stock', as_of = :at, run = :nth::int
       from gone where o.part_id = gone.part_id and o.merchant_id = gone.merchant_id`,
      {
        after,
        to,
        sourceId,
        nth,
        feedId,
        isForeign: table === 'foreign_offers',
        soldOut: SOLD_OUT,
        at: new Date(now),
      },
    )
  }
}

/** What the next run of the source compares with. */
async function noteSource(
  trx: Knex,
  { sourceId }: Run,
  { shapes, etag, last_modified }: FeedToImport,
  merchants: ReadonlySet<number>,
  now: number,
): Promise<void> {
  const noted = await trx('feed_sources')
    .where({ id: sourceId })
    .update({
      shapes: JSON.stringify(shapes),
      etag,
      last_modified,
      last_ok_at: new Date(now),
      imported_at: new Date(now),
      failures: 0,
      error: '',
      is_asking: false,
      merchant_ids: trx.raw('array(select distinct unnest(merchant_ids || ?::int[]))', [
        [...merchants],
      ]),
    })
  if (noted === 0) throw new JobFailure(tell('This source is not there any more.'))
}

/** What is not needed any more goes, and the planner learns of the tables that grew. */
async function tidy(db: Knex, sourceId: string | null, id: string): Promise<void> {
  try {
    await forgetUndo(db, sourceId, id)
    await clearRows(db, id)
    for (const table of ['parts', 'offers', 'foreign_offers', 'price_months']) {
      await db.raw(`analyze ${table}`)
    }
  } catch {
    // It is imported all the same: housekeeping, or the next import, does what is left.
  }
}
