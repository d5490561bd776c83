/**
 * Undoes the last import of a source in one transaction: changed rows are restored, added ones
 * deleted. Later changes by others stay.
 */
import type { Knex } from 'knex'
import type { Progress } from '../jobs/jobStore.ts'

import { JobFailure } from '../jobs/jobFailure.ts'
import { standAgain } from '../catalogue/corrections.ts'
import { unsay } from '../catalogue/saidBy.ts'
import { clearUndo } from './feedStore.ts'
import { tell } from '../words/told.ts'

const CHUNK = 1_000

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
  const [{ n } = { n: 0 }] = await db('run_offers')
    .where({ feed_id: feedId })
    .count<{ n: string }[]>('* as n')
  await progress(db, { isAnew: true, total: Number(n) })
  const trx = await db.transaction()
  try {
    for (const isForeign of [false, true]) {
      let after = { part_id: '0', merchant_id: 0 }
      for (;;) {
        if (signal.aborted) {
          await trx.rollback()
          return
        }
        const pairs = await nextPairs(trx, feedId, isForeign, after)
        const last = pairs.at(-1)
        if (!last) break
        await restoreOffers(trx, { feedId, run: feed.run, isForeign, after, last })
        await progress(db, { done: pairs.length, saved: pairs.length })
        after = last
      }
    }
    await restoreParts(trx, feedId, feed.run)
    await unsay(trx, feed.source_id ?? '', feed.run)
    const ofRun = `select part_id from run_parts where feed_id = :feedId
      union select part_id from run_offers where feed_id = :feedId`
    await standAgain(trx, trx.raw(ofRun, { feedId }))
    await trx('feeds').where({ id: feedId }).update({ state: 'undone' })
    // The next run waits for approval, so that the same file does not come back by itself.
    await trx('feed_sources')
      .where({ id: feed.source_id })
      .update({ is_asking: true, etag: '', last_modified: '', shapes: '{}' })
    await progress(trx, {})
    await trx.commit()
  } catch (error) {
    await trx.rollback().catch(() => undefined)
    throw error
  }
  await clearUndo(db, feedId)
}

interface Pair {
  part_id: string
  merchant_id: number
}

function nextPairs(trx: Knex, feedId: string, isForeign: boolean, after: Pair): Promise<Pair[]> {
  return trx('run_offers')
    .where({ feed_id: feedId, is_foreign: isForeign })
    .whereRaw('(part_id, merchant_id) > (?::bigint, ?::int)', [after.part_id, after.merchant_id])
    .orderBy(['part_id', 'merchant_id'])
    .limit(CHUNK)
    .select<Pair[]>('part_id', 'merchant_id')
}

interface Restoring {
  feedId: string
  run: number
  isForeign: boolean
  after: Pair
  last: Pair
}

async function restoreOffers(
  trx: Knex,
  { feedId, run, isForeign, after, last }: Restoring,
): Promise<void> {
  const table = isForeign ? 'foreign_offers' : 'offers'
  const some = `select * from run_offers where feed_id = :feedId and is_foreign = :isForeign
    and (part_id, merchant_id) > (:afterPart::bigint, :afterMerchant::int)
    and (part_id, merchant_id) <= (:lastPart::bigint, :lastMerchant::int)`
  const bindings = {
    feedId,
    run,
    isForeign,
    afterPart: after.part_id,
    afterMerchant: after.merchant_id,
    lastPart: last.part_id,
    lastMerchant: last.merchant_id,
  }
  if (!isForeign) {
    const months = `m.part_id = s.part_id and m.merchant_id = s.merchant_id and m.month = s.month
      and exists (select from offers o where o.part_id = s.part_id
        and o.merchant_id = s.merchant_id and o.run = :run)`
    await trx.raw(
      `update price_months m set steps = s.steps from (${some}) s
       where ${months} and s.steps is not null and s.steps <> m.steps`,
      bindings,
    )
    await trx.raw(
      `delete from price_months m using (${some}) s where ${months} and s.steps is null`,
      bindings,
    )
  }
  await trx.raw(
    `delete from ${table} o using (${some}) s
     where o.part_id = s.part_id and o.merchant_id = s.merchant_id and o.run = :run`,
    bindings,
  )
  await trx.raw(
    `insert into ${table} select b.* from (${some}) s
     cross join lateral jsonb_populate_record(null::${table}, s.before) b
     where s.before is not null and exists (select from parts p where p.id = s.part_id)
       and exists (select from merchants m where m.id = s.merchant_id)
     on conflict do nothing`,
    bindings,
  )
}

/** Deletes parts the import added, unless others offer them; restores the names of the rest. */
async function restoreParts(trx: Knex, feedId: string, run: number): Promise<void> {
  for (let after = '0'; ;) {
    const ids: string[] = await trx('run_parts')
      .where({ feed_id: feedId })
      .where('part_id', '>', after)
      .orderBy('part_id')
      .limit(CHUNK)
      .pluck('part_id')
    const last = ids.at(-1)
    if (last === undefined) return
    const bindings = { feedId, run, after, last }
    const some = `select * from run_parts where feed_id = :feedId
      and part_id > :after and part_id <= :last`
    await trx.raw(
      `update parts p set name = b.name, category = b.category, image = b.image,
         retailer_number = b.retailer_number,
         rating_average = b.rating_average, rating_count = b.rating_count, search = b.search,
         is_demo = b.is_demo, run = b.run, source_id = b.source_id, others_said = b.others_said
       from (${some}) s cross join lateral jsonb_populate_record(null::parts, s.before) b
       where p.id = s.part_id and s.before is not null and p.run = :run`,
      bindings,
    )
    await trx.raw(
      `delete from parts p using (${some}) s
       where p.id = s.part_id and s.before is null and p.run = :run
         and not exists (select from offers o where o.part_id = p.id)
         and not exists (select from foreign_offers o where o.part_id = p.id)`,
      bindings,
    )
    after = last
  }
}
