/**
 * Undoes the last import of a source in one transaction: each word of its is again what it was
 * before. What others said stays.
 */
import type { Knex } from 'knex'
import type { Progress } from '../jobs/jobStore.ts'

import { JobFailure } from '../jobs/jobFailure.ts'
import { standAgain } from '../catalogue/corrections.ts'
import { unsay } from '../catalogue/saidBy.ts'
import { partRanges } from '../catalogue/partRanges.ts'
import { takeBackOffers } from '../catalogue/saidOffers.ts'
import { longTransaction } from '../db/longTransaction.ts'
import { clearUndo } from './feedStore.ts'
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
    for await (const [after, to] of partRanges(trx, 'run_parts', CHUNK, feedId))
      await restoreParts(trx, { feedId, run: feed.run, after, to })
    await unsay(trx, feed.source_id ?? '', feed.run)
    await standAgain(trx, trx.raw('select part_id from run_parts where feed_id = ?', [feedId]))
    await trx('feeds').where({ id: feedId }).update({ state: 'undone' })
    // The next run waits for approval, so that the same file does not come back by itself.
    await trx('feed_sources')
      .where({ id: feed.source_id })
      .update({ is_asking: true, etag: '', last_modified: '', shapes: '{}' })
    await progress(trx, {})
  })
  await clearUndo(db, feedId)
}

/** Rows of a feed about some parts. */
const OF_RANGE = 'feed_id = :feedId and part_id > :after and part_id <= :to'

type Range = Readonly<Record<'feedId' | 'after' | 'to', string> & { run: number }>

/** Deletes parts the import added, unless others offer them; restores the names of the rest. */
async function restoreParts(trx: Knex, range: Range): Promise<void> {
  const some = `select * from run_parts where ${OF_RANGE}`
  await trx.raw(
    `update parts p set name = b.name, category = b.category, image = b.image,
       retailer_number = b.retailer_number,
       rating_average = b.rating_average, rating_count = b.rating_count, search = b.search,
       is_demo = b.is_demo, run = b.run, source_id = b.source_id, others_said = b.others_said
     from (${some}) s cross join lateral jsonb_populate_record(null::parts, s.before) b
     where p.id = s.part_id and s.before is not null and p.run = :run`,
    range,
  )
  await trx.raw(
    `delete from parts p using (${some}) s
     where p.id = s.part_id and s.before is null and p.run = :run
       and not exists (select from offers o where o.part_id = p.id)`,
    range,
  )
}
