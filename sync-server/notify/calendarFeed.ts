/** Calendar of an account's due services, at a secret address. */
import type { Knex } from 'knex'

import type { RandomBytes } from '#shared/ids.ts'

import { dueCalendar } from '#shared/kinds/dueCalendar.ts'
import { links } from '#shared/links.ts'
import { dayIn } from '#shared/notify/notifications.ts'
import { hashToken, newToken } from '../accounts/secrets.ts'
import { roomInTurn } from '../http/turns.ts'
import { readSettings } from './settings.ts'
import { readVehicleLogs } from './vehicleLogs.ts'
import { inLanguage } from '../words/language.ts'
import { languageOf } from '../words/ownLanguage.ts'

/** Creation time of the account's address; null without one. */
export async function feedSince(db: Knex, userId: string): Promise<Date | null> {
  const row = await db('calendar_feeds')
    .where({ user_id: userId })
    .first<{ created_at: Date } | undefined>('created_at')
  return row?.created_at ?? null
}

/** Gives an account a new address. @returns the secret, stored only as a hash */
export async function beginFeed(
  db: Knex,
  userId: string,
  { now, random }: { now: number; random: RandomBytes },
): Promise<string> {
  const secret = newToken(random)
  await db('calendar_feeds')
    .insert({ user_id: userId, secret_hash: hashToken(secret), created_at: new Date(now) })
    .onConflict('user_id')
    .merge(['secret_hash', 'created_at'])
  return secret
}

export async function endFeed(db: Knex, userId: string): Promise<void> {
  await db('calendar_feeds').where({ user_id: userId }).delete()
}

/** The account of an address; null if unknown, or the account is suspended or deleted. */
export async function findFeed(db: Knex, secret: string): Promise<string | null> {
  const row = await db('calendar_feeds')
    .join('users', 'users.id', 'calendar_feeds.user_id')
    .where({ secret_hash: hashToken(secret) })
    .whereNull('users.suspended_at')
    .whereNull('users.deleted_at')
    .first<{ id: string } | undefined>('users.id')
  return row?.id ?? null
}

/** @param publicUrl site URL, where the log is shown */
export async function readFeed(
  db: Knex,
  userId: string,
  { now, publicUrl }: { now: number; publicUrl: string },
): Promise<string> {
  const { zone } = await readSettings(db, userId)
  const today = dayIn(now, zone)
  const language = await languageOf(db, { id: userId })
  const logs = await readVehicleLogs(db, userId, { today, language })
  const addressOf = (entryId: string) => publicUrl + links.logAt(entryId)
  await roomInTurn()
  return inLanguage(language, () => dueCalendar(logs, today, addressOf).text)
}
