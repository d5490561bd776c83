/** Uploaded feeds in the database, from the first row to the final state. */
import type { Knex } from 'knex'

import type { Feed } from '#shared/catalogue/feed.ts'

import { isId } from '#shared/ids.ts'
import { t } from '#shared/words/words.ts'
import { forgetful } from '../db/forgetful.ts'
import { audit } from '../auditLog/auditLog.ts'
import { SCHEDULE } from '../jobs/jobStore.ts'
import { retell, tell, type Told } from '../words/told.ts'

const MAX_SHOWN = 30
/** Lease of a reader: without a heartbeat for so long it counts as dead. */
const DEAD_AFTER_SECONDS = 120
const CHUNK = 2_000

type FeedRow = Omit<Feed, 'uploadedBy' | 'createdAt'> & {
  username: string | null
  created_at: Date
  uploaded_by: string
}

const feeds = (db: Knex) =>
  db('feeds as f')
    .leftJoin('users as u', 'u.id', 'f.uploaded_by')
    .select<FeedRow[]>(
      db.raw(
        `f.id, f.name, f.state, f.rows, f.accepted, f.refused, f.problems, f.parts, f.ignored,
           f.error, f.held, f.effect, f.reasons, f.source_id as "sourceId",
           ${mayUndoSql} as "mayUndo", f.created_at, f.uploaded_by, u.username`,
      ),
    )

/**
 * An imported feed with nothing of its source after it, also nothing taken back: the words before
 * that are not known any more, nor before files without a counted effect.
 */
const mayUndoSql = `(f.state = 'imported' and f.effect is not null
  and not exists (select from feeds later where later.run > f.run
    and later.state in ('imported', 'importing', 'undone')
    and later.source_id is not distinct from f.source_id))`

const seen = ({ username, created_at: at, uploaded_by: by, ...feed }: FeedRow): Feed => ({
  ...feed,
  error: retell(feed.error),
  held: retell(feed.held ?? ''),
  problems: feed.problems.map(({ row, reason }) => ({ row, reason: retell(reason) })),
  ...(feed.reasons && {
    reasons: feed.reasons.map(({ reason, count }) => ({ reason: retell(reason), count })),
  }),
  uploadedBy: username ?? (by === SCHEDULE ? t('its schedule') : ''),
  createdAt: at.getTime(),
})

/** Files by themselves, newest first. */
export async function listFeeds(db: Knex): Promise<Feed[]> {
  const newest = [
    { column: 'f.created_at', order: 'desc' },
    { column: 'f.id', order: 'desc' },
  ]
  const rows = await feeds(db).whereNull('f.source_id').orderBy(newest).limit(MAX_SHOWN)
  return rows.map(seen)
}

/** Refused rows of the newest run of a source; the rest is in its file. */
const PROBLEMS_SHOWN = 10

/** Runs of sources, newest first; only the newest of each with its columns and sample rows. */
export async function feedsOf(
  db: Knex,
  sourceIds: readonly string[],
  most: number,
): Promise<Feed[]> {
  const rows = await feeds(db)
    .select('f.headings')
    .whereRaw(
      `f.id in (select x.id from unnest(?::text[]) as s(id) cross join lateral (
       select id from feeds where source_id = s.id order by created_at desc, id desc limit ?) x)`,
      [[...sourceIds], most],
    )
  const runs = rows.map(seen).sort((a, b) => b.createdAt - a.createdAt)
  const isNewest = (run: Feed) => runs.find(({ sourceId }) => sourceId === run.sourceId) === run
  return runs.map((run) =>
    isNewest(run)
      ? { ...run, problems: run.problems.slice(0, PROBLEMS_SHOWN) }
      : { ...run, problems: [], parts: [], ignored: [], headings: [] },
  )
}

export async function readFeed(db: Knex, id: string): Promise<Feed | null> {
  const [row] = isId(id) ? await feeds(db).where('f.id', id).select('f.headings') : []
  return row ? seen(row) : null
}

/**
 * Adds a feed that is being read.
 * @param of its id, name, source and user
 * @param lease until its first heartbeat, as an interval
 */
export const beginFeed = (
  db: Knex,
  of: { id: string; name: string; source_id: string | null; uploaded_by: string },
  { now, lease = '0' }: { now: number; lease?: string },
) =>
  db('feeds').insert({
    ...of,
    state: 'reading',
    created_at: new Date(now),
    alive_at: db.raw('now() + ?::interval', [lease]),
  })

/** Marks feeds as discarded that were not imported; housekeeping clears their rows. */
export async function discardOpen(
  db: Knex,
  which: { id: string } | { source_id: string },
  { but = '', states = ['reading', 'waiting', 'importing'] } = {},
): Promise<string[]> {
  const gone: { id: string }[] = await db('feeds')
    .where(which)
    .whereNot({ id: but })
    .whereIn('state', states)
    .update({ state: 'discarded' })
    .returning('id')
  return gone.map(({ id }) => id)
}

/** The same with their rows. @param but a feed that stays */
export async function dropFeeds(
  db: Knex,
  which: { id: string } | { source_id: string },
  but?: string,
): Promise<void> {
  for (const id of await discardOpen(db, which, { but })) await clearRows(db, id)
}

/**
 * Discards a feed that was not imported; a running read ends.
 * @returns false when it is too late
 */
export async function discardFeed(db: Knex, now: number, id: string, by: string): Promise<boolean> {
  const [gone] = await db.transaction(async (trx) => {
    const ids = await discardOpen(trx, { id }, { states: ['reading', 'waiting'] })
    if (ids.length > 0)
      await audit(trx, now, { actor: by, action: 'discard_feed', subject: `feed:${id}` })
    return ids
  })
  if (gone !== undefined) await clearRows(db, id)
  return gone !== undefined
}

/** Ends the read of a feed with a sentence for people; none of its rows stay. */
export async function refuseFeed(
  db: Knex,
  id: string,
  error: Told,
  counts: object = {},
): Promise<void> {
  await db('feeds')
    .where({ id, state: 'reading' })
    .update({ ...counts, state: 'refused', error })
  await clearRows(db, id)
}

/** Puts a failed import back to waiting for a decision. */
export async function letGo(db: Knex, id: string): Promise<void> {
  await db('feeds').where({ id, state: 'importing' }).update({ state: 'waiting' })
}

/** Deletes a feed's staged rows, a chunk at a time. */
export async function clearRows(db: Knex, id: string): Promise<void> {
  // By row ranges: dead tuples of the previous chunk would slow every search for the next one.
  const ends = await db('feed_rows')
    .where({ feed_id: id })
    .first<{ low: number | null; high: number | null }>(db.raw('min(row) as low, max(row) as high'))
  const last = ends.high ?? -1
  for (let low = ends.low ?? 0; low <= last; low += CHUNK) {
    await forgetful(db, (trx) =>
      trx('feed_rows')
        .where({ feed_id: id })
        .whereBetween('row', [low, low + CHUNK - 1])
        .delete(),
    )
  }
}

/** Refuses feeds with a dead reader, and clears rows that a crash left. */
export async function clearDeadFeeds(db: Knex): Promise<void> {
  await db('feeds')
    .where({ state: 'reading' })
    .whereRaw(`alive_at < now() - interval '${DEAD_AFTER_SECONDS} seconds'`)
    .update({ state: 'refused', error: tell('The server ended while it read the file.') })
  const over: string[] = await db('feeds as f')
    .whereIn('f.state', ['refused', 'discarded', 'imported', 'undone'])
    .whereExists(db('feed_rows as r').whereRaw('r.feed_id = f.id').select(db.raw('1')))
    .pluck('f.id')
  for (const id of over) await clearRows(db, id)
}
