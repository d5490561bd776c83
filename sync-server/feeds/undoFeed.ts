/**
 * Undoes the last import of a source in one transaction: each word of its is again what it was
 * before. What others said stays.
 */
import type { Knex } from 'knex'
import type { Progress } from '../jobs/jobStore.ts'

import { JobFailure } from '../jobs/jobFailure.ts'
import { unsay } from '../catalogue/saidBy.ts'
import { partRanges } from '../catalogue/partRanges.ts'
import { takeBackNames } from '../catalogue/saidNames.ts'
import { takeBackOffers } from '../catalogue/saidOffers.ts'
import { longTransaction } from '../db/longTransaction.ts'
import { tell } from '../words/told.ts'

/** Rows per statement. */
const CHUNK = 5_000

interface Undoing {
  feedId: string
  signal: AbortSignal
  progress(db: Knex, progress: Progress): Promise<void>
}

/** All or nothing. @throws JobFailure when it cannot be undone any more */
export async function undoFeed(db: Knex, { feedId, signal, progress }: Undoing): Promise<void> {
  const feed: { run: number; state: string; source_id: string | null } | undefined = await db(
    'feeds',
  )
    .where({ id: feedId })
    .first('run', 'state', 'source_id')
  if (feed?.state !== 'imported')
    throw new JobFailure(tell('This import cannot be taken back any more.'))
  const [{ n } = { n: 0 }] = await db('offers')
    .where({ run: feed.run })
    .count<{ n: string }[]>('* as n')
  await progress(db, { isAnew: true, total: Number(n) })
  await longTransaction(db, async (trx) => {
    for await (const [after, to] of partRanges(trx, 'offers', CHUNK)) {
      signal.throwIfAborted()
      const done = await takeBackOffers(trx, { nth: feed.run, after, to })
      if (done > 0) await progress(db, { done, saved: done })
    }
    await unsay(trx, feed.source_id ?? '', feed.run)
    for await (const [after, to] of partRanges(trx, 'part_names', CHUNK))
      await takeBackNames(trx, { nth: feed.run, after, to })
    await trx('feeds').where({ id: feedId }).update({ state: 'undone' })
    // The next run waits for approval, so that the same file does not come back by itself.
    await trx('feed_sources')
      .where({ id: feed.source_id })
      .update({ is_asking: true, etag: '', last_modified: '', shapes: '{}' })
    await progress(trx, {})
  })
}
