/**
 * Imports a staged feed: one transaction of many small statements, so that readers see the
 * catalogue before or after it, and an abort leaves nothing. Earlier values serve the undo.
 */
import type { Knex } from 'knex'

import { setTimeout as sleep } from 'node:timers/promises'

import type { JobRow, Progress } from '../jobs/jobStore.ts'
import type { IncomingPart } from '../catalogue/incoming.ts'
import type { Run } from '../catalogue/storeParts.ts'
import type { SourceRow } from './sourceStore.ts'

import { JobFailure } from '../jobs/jobFailure.ts'
import { previewOf } from '../sources/scrape.ts'
import { sellOut } from '../catalogue/saidOffers.ts'
import { notSpokenFor } from '../catalogue/spokenFor.ts'
import { storeParts } from '../catalogue/storeParts.ts'
import { partRanges } from '../catalogue/partRanges.ts'
import { longTransaction } from '../db/longTransaction.ts'
import { clearRows } from './feedStore.ts'
import { tell } from '../words/told.ts'

/** Rows per statement, adapted to how long one takes. */
const FIRST_CHUNK = 250
const MIN_CHUNK = 50
const MAX_CHUNK = 1_000
const SHORT_MS = 60
const LONG_MS = 200
/** Pause between statements, as a share of their time: others use the database too. */
const REST = 0.5
/** Offers scanned per statement for those no longer named. */
const RANGE = 5_000

/** A job of kind `feed` or `source`, leased by `runner`. */
export interface ImportTask extends Pick<JobRow, 'id'> {
  /** The feed's id. */
  feedId: string
  runner: string
}

interface Importing extends ImportTask {
  /** Milliseconds since 1970. */
  now: number
  /** Aborts the import; nothing of it stays. */
  signal: AbortSignal
  /** Saves the job's progress. */
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

/** All or nothing: on abort the feed waits again. @throws JobFailure when the file is gone */
export async function importFeed(db: Knex, importing: Importing): Promise<void> {
  const { feedId: id, now, signal, progress } = importing
  const feed: FeedToImport | undefined = await db('feeds')
    .where({ id })
    .first('accepted', 'state', 'run', 'source_id', 'shapes', 'etag', 'last_modified')
  if (feed?.state !== 'importing') throw new JobFailure(tell('This file is not there any more.'))
  await progress(db, { isAnew: true, total: feed.accepted })
  const run = await runOf(db, id, feed)
  await longTransaction(db, async (trx) => {
    const { stored, merchants } = await storeRows(trx, db, run, importing)
    if (run.sourceId !== null) {
      const { sourceId, nth } = run
      for await (const [after, to] of partRanges(trx, 'offers', RANGE))
        await sellOut(trx, { sourceId, nth, at: new Date(now), after, to })
      await noteSource(trx, run, feed, merchants, now)
    }
    // A feed discarded meanwhile lost rows, whose offers would look sold out.
    const changed = await trx('feeds')
      .where({ id, state: 'importing' })
      .update({ state: 'imported', held: '' })
    if (changed === 0 || stored !== feed.accepted) {
      throw new JobFailure(tell('Another file of its source came meanwhile; nothing was changed.'))
    }
    signal.throwIfAborted()
    // In the same transaction: if another runner took the lease, everything rolls back.
    await progress(trx, {})
  })
  await tidy(db, id)
}
/** @param db outside of the transaction: others see the progress */
async function storeRows(
  trx: Knex,
  db: Knex,
  run: Run,
  { feedId, now, signal, progress }: Importing,
): Promise<{ stored: number; merchants: Set<number> }> {
  const merchants = new Set<number>()
  const how = { origin: 'feed', isDemo: false, now, run } as const
  for (let after = 0, chunk = FIRST_CHUNK, stored = 0; ;) {
    signal.throwIfAborted()
    const started = performance.now()
    const rows: { row: number; part: IncomingPart }[] = await trx('feed_rows')
      .where({ feed_id: feedId })
      .where('row', '>', after)
      .orderBy('row')
      .limit(chunk)
      .select('row', 'part')
    const parts = rows.map(({ part }) => part)
    const { added, merchantIds } = await storeParts(trx, parts, how)
    for (const merchant of merchantIds) merchants.add(merchant)
    const done = parts.length
    stored += done
    const tookMs = performance.now() - started
    await progress(db, { done, saved: done, added, parts: parts.slice(0, 10).map(previewOf) })
    if (rows.length < chunk) return { stored, merchants }
    after = rows.at(-1)?.row ?? after
    await sleep(tookMs * REST)
    if (tookMs > LONG_MS) chunk = Math.max(MIN_CHUNK, Math.floor(chunk / 2))
    else if (tookMs < SHORT_MS) chunk = Math.min(MAX_CHUNK, chunk * 2)
  }
}

async function runOf(db: Knex, feedId: string, feed: FeedToImport): Promise<Run> {
  const source: Pick<SourceRow, 'price_hours' | 'history_allowed' | 'merchant'> | undefined =
    feed.source_id === null
      ? undefined
      : await db('feed_sources')
          .where({ id: feed.source_id })
          .first('price_hours', 'history_allowed', 'merchant')
  if (source?.merchant === '') {
    // Merchants may have been assigned since the file was read.
    const named: { name: string }[] = await db('feed_rows')
      .where({ feed_id: feedId })
      .distinct(db.raw(`part->'offers'->0->>'merchant' as name`))
    const names = named.map(({ name }) => name)
    const speaking = { sourceId: feed.source_id, merchant: '' }
    for (const problem of (await notSpokenFor(db, speaking, names)).values())
      throw new JobFailure(problem)
  }
  return {
    feedId,
    nth: feed.run,
    sourceId: source ? feed.source_id : null,
    terms: source
      ? { maxAgeHours: source.price_hours, historyAllowed: source.history_allowed }
      : null,
  }
}

/** Baseline that the source's next run compares with. */
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

/** Deletes staged rows, and analyzes the tables that grew. */
async function tidy(db: Knex, id: string): Promise<void> {
  try {
    await clearRows(db, id)
    for (const table of ['parts', 'part_names', 'offers', 'price_months']) {
      await db.raw(`analyze ${table}`)
    }
  } catch {
    // The import stands; housekeeping or the next import does the rest.
  }
}
