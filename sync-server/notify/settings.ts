/** Notification settings of accounts. */
import type { Knex } from 'knex'

import {
  DEFAULT_SETTINGS,
  settingsBody,
  type NoticeSettings,
} from '#shared/notify/notifications.ts'

/** The account's settings, or the defaults. */
export async function readSettings(db: Knex, userId: string): Promise<NoticeSettings> {
  const row = await db('notification_settings')
    .where({ user_id: userId })
    .first<{ settings: unknown } | undefined>('settings')
  const read = settingsBody.safeParse(row?.settings)
  return read.success ? read.data : DEFAULT_SETTINGS
}

/** Stores settings; waiting notices are scheduled anew. */
export async function writeSettings(
  db: Knex,
  userId: string,
  settings: NoticeSettings,
  now: number,
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx('notification_settings')
      .insert({ user_id: userId, settings: JSON.stringify(settings) })
      .onConflict('user_id')
      .merge(['settings'])
    await trx('notifications')
      .where({ user_id: userId, done_at: null, tries: 0 })
      .update({ next_at: new Date(now) })
  })
}

/** Sets the time zone from the first device to report one; a chosen zone stays. */
export async function noteZone(db: Knex, userId: string, zone: string | undefined): Promise<void> {
  if (zone === undefined) return
  await db('notification_settings')
    .insert({ user_id: userId, settings: JSON.stringify({ ...DEFAULT_SETTINGS, zone }) })
    .onConflict('user_id')
    .merge(['settings'])
    .whereNull('notification_settings.settings')
}

/** Turns the account's notice mails off. @returns its address; null without one */
export async function endMail(db: Knex, userId: string, now: number): Promise<string | null> {
  const user = await db('users')
    .where({ id: userId })
    .whereNull('deleted_at')
    .first<{ email: string } | undefined>('email')
  if (!user) return null
  await writeSettings(db, userId, { ...(await readSettings(db, userId)), mail: false }, now)
  return user.email
}
