/** Uploaded files as they are kept, from the first row to the last word about them. */
import type { Knex } from 'knex'

import type { Feed } from '#shared/catalogue/feed.ts'

import { isId } from '#shared/ids.ts'
import { t } from '#shared/words/words.ts'
import { forgetful } from '../db/forgetful.ts'
import { audit } from '../accounts/audit.ts'
import { SCHEDULE } from '../jobs/jobStore.ts'
import { retell, tell, type Told } from '../words/told.ts'

const MAX_SHOWN = 30
/** So long without a sign of life, and whoever read it is gone. */
const DEAD_AFTER_SECONDS = 120
const CHUNK = 2_000

type FeedRow = Omit<Feed, 'uploadedBy' | 'createdAt' | 'sourceId' | 'mayUndo'> & {
  username: string | null
  created_at: Date
  source_id: string | null
  uploaded_by: string
  may_undo: boolean
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
      'f.source_id',
      'f.held',
      'f.effect',
      'f.reasons',
      'f.uploaded_by',
      'u.username',
      db.raw(`${mayUndoSql} as may_undo`),
    )

/** Imported, and nothing of its source after it. */
const mayUndoSql = `(f.state = 'imported'
  and exists (select from run_offers o where o.feed_id = f.id)
  and not exists (select from feeds later where later.run > f.run
    and later.state in ('imported', 'importing')
    and later.source_id is not distinct from f.source_id))`

const seen = ({
  username,
  created_at: at,
  source_id,
  uploaded_by: by,
  may_undo,
  ...feed
}: FeedRow): Feed => ({
  ...feed,
  error: retell(feed.error),
  held: retell(feed.held ?? ''),
  problems: feed.problems.map(({ row, reason }) => ({ row, reason: retell(reason) })),
  ...(feed.reasons && {
    reasons: feed.reasons.map(({ reason, count }) => ({ reason: retell(reason), count })),
  }),
  sourceId: source_id,
  mayUndo: may_undo,
  uploadedBy: username ?? (by === SCHEDULE ? t('its schedule') : ''),
  createdAt: at.getTime(),
})

/** Files by themselves, the newest first; with those of sources that are just being read. */
export async function listFeeds(db: Knex): Promise<Feed[]> {
  const newest = [
    { column: 'f.created_at', order: 'desc' },
    { column: 'f.id', order: 'desc' },
  ]
  const rows = await feeds(db)
    .where((own) => void own.whereNull('f.source_id').orWhere('f.state', 'reading'))
    .orderBy(newest)
    .limit(MAX_SHOWN)
  return rows.map(seen)
}

/** Runs of sources, the newest first: what is said of all of each, without its first rows. */
export async function feedsOf(
  db: Knex,
  sourceIds: readonly string[],
  most: number,
): Promise<Feed[]> {
  const rows = await feeds(db).whereRaw(
    `f.id in (select x.id from unnest(?::text[]) as s(id) cross join lateral (
       select id from feeds where source_id = s.id order by created_at desc, id desc limit ?) x)`,
    [[...sourceIds], most],
  )
  return rows
    .map((row) => ({ ...seen(row), problems: [], parts: [], ignored: [] }))
    .sort((a, b) => b.createdAt - a.createdAt)
}

export async function readFeed(db: Knex, id: string): Promise<Feed | null> {
  const [row] = isId(id) ? await feeds(db).where('f.id', id).select('f.headings') : []
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
  error: Told,
  counts: object = {},
): Promise<void> {
  await db('feeds')
    .where({ id, state: 'reading' })
    .update({ ...counts, state: 'refused', error })
  await clearRows(db, id)
}

/** One that was not imported waits for a decision again. */
export async function letGo(db: Knex, id: string): Promise<void> {
  await db('feeds').where({ id, state: 'importing' }).update({ state: 'waiting' })
}

/** Takes the rows of a file out that are not needed any more, some at a time. */
export async function clearRows(db: Knex, id: string): Promise<void> {
  await clearTable(db, 'feed_rows', id)
}

/** What was before earlier imports of the same source: only the last is taken back. */
export async function forgetUndo(db: Knex, sourceId: string | null, but: string): Promise<void> {
  const old: string[] = await db('feeds as f')
    .whereRaw('f.source_id is not distinct from ?', [sourceId])
    .whereNot('f.id', but)
    .whereRaw(
      `(exists (select from run_offers o where o.feed_id = f.id)
        or exists (select from run_parts p where p.feed_id = f.id))`,
    )
    .pluck('f.id')
  for (const id of old) await clearUndo(db, id)
}

export async function clearUndo(db: Knex, id: string): Promise<void> {
  for (const table of ['run_offers', 'run_parts']) {
    for (let after = '0'; ;) {
      const { rows } = await db.raw<{ rows: { to: string | null }[] }>(
        `select max(part_id) as to from (select part_id from ${table}
           where feed_id = :id and part_id > :after order by part_id limit ${CHUNK}) of_it`,
        { id, after },
      )
      const to = rows[0]?.to ?? null
      if (to === null) break
      const from = after
      await forgetful(db, (trx) =>
        trx(table)
          .where({ feed_id: id })
          .where('part_id', '>', from)
          .where('part_id', '<=', to)
          .delete(),
      )
      after = to
    }
  }
}

async function clearTable(db: Knex, table: 'feed_rows' | 'feed_refused', id: string) {
  // By ranges: what was deleted a moment ago still stands in the way of a search for the first.
  const ends = await db(table)
    .where({ feed_id: id })
    .first<{ low: number | null; high: number | null }>(
      db.raw('min(row) as low'),
      db.raw('max(row) as high'),
    )
  const last = ends.high ?? -1
  for (let low = ends.low ?? 0; low <= last; low += CHUNK) {
    const high = low + CHUNK - 1
    await forgetful(db, (trx) =>
      trx(table).where({ feed_id: id }).whereBetween('row', [low, high]).delete(),
    )
  }
}

/** Files whose reader is gone, and rows that a crash left behind. */
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
