/** Uploaded files as they are kept, from the first row to the last word about them. */
import type { Knex } from 'knex'

import type { Feed } from '#shared/catalogue/feed.ts'

import { isId } from '#shared/ids.ts'
import { forgetful } from '../db/forgetful.ts'
import { audit } from '../accounts/audit.ts'

const MAX_SHOWN = 30
/** So long without a sign of life, and whoever read it is gone. */
const DEAD_AFTER_SECONDS = 120
const CHUNK = 2_000

type FeedRow = Omit<Feed, 'uploadedBy' | 'createdAt'> & {
  username: string | null
  created_at: Date
}

const feeds = (db: Knex) =>
  db('feeds as f')
    .leftJoin('users as u', 'u.id', 'f.uploaded_by')
    .select<FeedRow[]>(
      'f.id',
      'f.name',
      'f.state',
      'f.rows',
      'f.accepted',
      'f.refused',
      'f.problems',
      'f.parts',
      'f.ignored',
      'f.error',
      'f.created_at',
      'u.username',
    )

const seen = ({ username, created_at: at, ...feed }: FeedRow): Feed => ({
  ...feed,
  uploadedBy: username ?? '',
  createdAt: at.getTime(),
})

/** The newest first. */
export async function listFeeds(db: Knex): Promise<Feed[]> {
  const newest = [
    { column: 'f.created_at', order: 'desc' },
    { column: 'f.id', order: 'desc' },
  ]
  return (await feeds(db).orderBy(newest).limit(MAX_SHOWN)).map(seen)
}

export async function readFeed(db: Knex, id: string): Promise<Feed | null> {
  const [row] = isId(id) ? await feeds(db).where('f.id', id) : []
  return row ? seen(row) : null
}

/**
 * Throws a file away that was not imported; one that is being read ends there.
 * @returns false when it is too late for that
 */
export async function discardFeed(db: Knex, now: number, id: string, by: string): Promise<boolean> {
  const isDiscarded = await db.transaction(async (trx) => {
    const changed = await trx('feeds')
      .where({ id })
      .whereIn('state', ['reading', 'waiting'])
      .update({ state: 'discarded' })
    if (changed > 0)
      await audit(trx, now, { actor: by, action: 'discard_feed', subject: `feed:${id}` })
    return changed > 0
  })
  if (isDiscarded) await clearRows(db, id)
  return isDiscarded
}

/** Ends the reading of a file with a sentence for people; nothing of it stays. */
export async function refuseFeed(
  db: Knex,
  id: string,
  error: string,
  counts: object = {},
): Promise<void> {
  await db('feeds')
    .where({ id, state: 'reading' })
    .update({ ...counts, state: 'refused', error })
  await clearRows(db, id)
}

/** Takes the rows of a file out that are not needed any more, some at a time. */
export async function clearRows(db: Knex, id: string): Promise<void> {
  // By ranges: what was deleted a moment ago still stands in the way of a search for the first.
  const ends = await db('feed_rows')
    .where({ feed_id: id })
    .first<{ low: number | null; high: number | null }>(
      db.raw('min(row) as low'),
      db.raw('max(row) as high'),
    )
  const last = ends.high ?? -1
  for (let low = ends.low ?? 0; low <= last; low += CHUNK) {
    const high = low + CHUNK - 1
    await forgetful(db, (trx) =>
      trx('feed_rows').where({ feed_id: id }).whereBetween('row', [low, high]).delete(),
    )
  }
}

/** Files whose reader is gone, and rows that a crash left behind. */
export async function clearDeadFeeds(db: Knex): Promise<void> {
  await db('feeds')
    .where({ state: 'reading' })
    .whereRaw(`alive_at < now() - interval '${DEAD_AFTER_SECONDS} seconds'`)
    .update({ state: 'refused', error: 'The server ended while it read the file.' })
  const over: string[] = await db('feeds as f')
    .whereIn('f.state', ['refused', 'discarded', 'imported'])
    .whereExists(db('feed_rows as r').whereRaw('r.feed_id = f.id').select(db.raw('1')))
    .pluck('f.id')
  for (const id of over) await clearRows(db, id)
}
