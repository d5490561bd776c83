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
    const feed: { state: string } | undefined = await db('feeds').where({ id }).first('state')
    if (feed?.state !== 'importing') throw new JobFailure('This file is not there any more.')
    const left = await db('feed_rows').where({ feed_id: id }).count<{ n: string }[]>('* as n')
    await progress(db, { total: job.done + Number(left[0]?.n ?? 0) })
    // Rows leave with their chunk, so what is left is what is to be done.
    while (!signal.aborted) {
      const isOver = await db.transaction(async (trx) => {
        const { rows } = await trx.raw<{ rows: { part: IncomingPart }[] }>(
          `with next as (
             select row from feed_rows where feed_id = :id order by row limit ${CHUNK}
           ), taken as (
             delete from feed_rows where feed_id = :id and row in (select row from next)
             returning row, part
           )
           select part from taken order by row`,
          { id },
        )
        const parts = rows.map(({ part }) => part)
        const origin = { origin: 'feed', isDemo: false, now: now() } as const
        const { added } = await storeParts(trx, parts, origin)
        const done = parts.length
        await progress(trx, { done, saved: done, added, parts: parts.slice(0, 10).map(previewOf) })
        if (done === CHUNK) return false
        await trx('feeds').where({ id }).update({ state: 'imported' })
        return true
      })
      if (isOver) break
    }
    if (!signal.aborted) await clearRows(db, id)
  }
}
