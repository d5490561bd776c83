/** All rows of an account's notices: for its export, and to be erased. */
import type { Knex } from 'knex'

import { feedSince } from './calendarFeed.ts'
import { readSettings } from './settings.ts'
import { watchOf, type WatchRow } from './watchRound.ts'

const MAX_TOLD = 1_000
const TABLES = [
  'watches',
  'push_subscriptions',
  'notification_settings',
  'notifications',
  'calendar_feeds',
]

/** As in the account's export. Of a push subscription only the service: its address is a key. */
export async function noticesOf(db: Knex, userId: string) {
  const own = { user_id: userId }
  const watches: WatchRow[] = await db('watches').where(own).orderBy('set_at')
  const devices: { label: string; endpoint: string; created_at: Date }[] = await db(
    'push_subscriptions',
  )
    .where(own)
    .orderBy('created_at')
    .select('label', 'endpoint', 'created_at')
  const told = await db('notifications')
    .where(own)
    .orderBy('id', 'desc')
    .limit(MAX_TOLD)
    .select({ kind: 'kind', title: 'title', body: 'body', at: 'created_at', sentAt: 'done_at' })
  return {
    settings: await readSettings(db, userId),
    watches: watches.map(watchOf),
    pushedTo: devices.map(({ label, endpoint, created_at: since }) => ({
      label,
      service: new URL(endpoint).hostname,
      since,
    })),
    told,
    calendarSince: await feedSince(db, userId),
  }
}

export async function eraseNotices(trx: Knex, userId: string): Promise<void> {
  for (const table of TABLES) await trx(table).where({ user_id: userId }).delete()
}
