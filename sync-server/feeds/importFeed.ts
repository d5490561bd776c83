/**
 * Puts the rows of a file that was looked at into the catalogue. It is finished in any case: a
 * server that ends in the middle goes on with the next row, so that no file is imported by half.
 */
import type { Knex } from 'knex'

import type { JobRow, Progress } from '../jobs/jobStore.ts'
import type { IncomingPart } from '../parts/incoming.ts'

import { forgetful } from '../db/forgetful.ts'
import { JobFailure } from '../jobs/jobFailure.ts'
import { previewOf } from '../jobs/scrape.ts'
import { storeParts } from '../parts/storeParts.ts'
import { clearRows } from './feedStore.ts'

/** Rows of one transaction: as many as it stores in a moment, so that its progress can be watched. */
const FIRST_CHUNK = 250
const MIN_CHUNK = 50
const MAX_CHUNK = 1_000
const SHORT_MS = 100
const LONG_MS = 300

/** A job of kind `feed`, in the hands of `runner`. */
export interface ImportTask extends Pick<JobRow, 'id' | 'subject' | 'done'> {
  runner: string
}

interface Importing extends ImportTask {
  /** Milliseconds since 1970. */
  now: number
  /** Aborted to let go after the rows under way. */
  signal: AbortSignal
  /** Writes down how far it is; in the transaction of what was done, so that both are true. */
  progress(trx: Knex, progress: Progress): Promise<void>
}

/** Goes on after the rows that are `done`. @throws JobFailure when the file is gone */
export async function importFeed(
  db: Knex,
  { subject, done: doneBefore, now, signal, progress }: Importing,
): Promise<void> {
  const id = subject ?? ''
  const feed: { accepted: number; state: string } | undefined = await db('feeds')
    .where({ id })
    .first('accepted', 'state')
  if (feed?.state !== 'importing') throw new JobFailure('This file is not there any more.')
  await progress(db, { total: feed.accepted })
  let after = await rowBefore(db, id, doneBefore)
  let chunk = FIRST_CHUNK
  while (!signal.aborted) {
    const started = performance.now()
    const rows: { row: number; part: IncomingPart }[] = await db('feed_rows')
      .where({ feed_id: id })
      .where('row', '>', after)
      .orderBy('row')
      .limit(chunk)
      .select('row', 'part')
    const parts = rows.map(({ part }) => part)
    const size = chunk
    // What a crash forgets is imported again: how far it is stands in the same transaction.
    await forgetful(db, async (trx) => {
      const { added } = await storeParts(trx, parts, { origin: 'feed', isDemo: false, now })
      const done = parts.length
      await progress(trx, { done, saved: done, added, parts: parts.slice(0, 10).map(previewOf) })
      if (done < size) await trx('feeds').where({ id }).update({ state: 'imported' })
    })
    if (rows.length < chunk) break
    after = rows.at(-1)?.row ?? after
    const tookMs = performance.now() - started
    if (tookMs > LONG_MS) chunk = Math.max(MIN_CHUNK, Math.floor(chunk / 2))
    else if (tookMs < SHORT_MS) chunk = Math.min(MAX_CHUNK, chunk * 2)
  }
  if (!signal.aborted) await clearRows(db, id)
}

/** Where a run goes on that had done so many: the last row it stored. */
async function rowBefore(db: Knex, id: string, done: number): Promise<number> {
  if (done === 0) return 0
  const last: { row: number } | undefined = await db('feed_rows')
    .where({ feed_id: id })
    .orderBy('row')
    .offset(done - 1)
    .first('row')
  return last?.row ?? 0
}
