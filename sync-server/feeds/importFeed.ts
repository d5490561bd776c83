/**
 * Puts the rows of a file that was looked at into the catalogue. It is finished in any case: a
 * server that ends in the middle goes on with the next row, so that no file is imported by half.
 */
import type { Knex } from 'knex'
import type { IncomingPart } from '../parts/incoming.ts'
import type { Worker } from './jobRunner.ts'

import { clearRows } from '../feeds/feedStore.ts'
import { storeParts } from '../parts/storeParts.ts'
import { JobFailure } from './jobRunner.ts'
import { previewOf } from './scrape.ts'

/** Rows of one transaction: as many as it stores in a moment, so that its progress can be watched. */
const FIRST_CHUNK = 250
const MIN_CHUNK = 50
const MAX_CHUNK = 1_000
const SHORT_MS = 100
const LONG_MS = 300

export function feedWorker({ db, now }: { db: Knex; now(): number }): Worker {
  return async ({ job, signal, progress }) => {
    const id = job.subject ?? ''
    const feed: { accepted: number; state: string } | undefined = await db('feeds')
      .where({ id })
      .first('accepted', 'state')
    if (feed?.state !== 'importing') throw new JobFailure('This file is not there any more.')
    await progress(db, { total: feed.accepted })
    let after = await rowBefore(db, id, job.done)
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
      await db.transaction(async (trx) => {
        const origin = { origin: 'feed', isDemo: false, now: now() } as const
        const { added } = await storeParts(trx, parts, origin)
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
