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

/** Rows of one transaction. */
const CHUNK = 500

export function feedWorker({ db, now }: { db: Knex; now(): number }): Worker {
  return async ({ job, signal, progress }) => {
    const id = job.subject ?? ''
    const feed: { accepted: number; state: string } | undefined = await db('feeds')
      .where({ id })
      .first('accepted', 'state')
    if (feed?.state !== 'importing') throw new JobFailure('This file is not there any more.')
    await progress(db, { total: feed.accepted })
    let after = await rowBefore(db, id, job.done)
    while (!signal.aborted) {
      const rows: { row: number; part: IncomingPart }[] = await db('feed_rows')
        .where({ feed_id: id })
        .where('row', '>', after)
        .orderBy('row')
        .limit(CHUNK)
        .select('row', 'part')
      const parts = rows.map(({ part }) => part)
      await db.transaction(async (trx) => {
        const origin = { origin: 'feed', isDemo: false, now: now() } as const
        const { added } = await storeParts(trx, parts, origin)
        const done = parts.length
        await progress(trx, { done, saved: done, added, parts: parts.slice(0, 10).map(previewOf) })
        if (done < CHUNK) await trx('feeds').where({ id }).update({ state: 'imported' })
      })
      if (rows.length < CHUNK) break
      after = rows.at(-1)?.row ?? after
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
